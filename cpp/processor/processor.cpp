// The extension module cloche._processor: what the processor offers, asked before cloche._core is loaded in one build or
// another. Plain C API, since it is loaded by `import cloche`.
#include <Python.h>

namespace {

// Whether this machine runs code for x86-64-v3: AVX2, BMI and the rest of that level, and a system that keeps the wide registers.
PyObject* has_x86_64_v3(PyObject*, PyObject*) {
  __builtin_cpu_init();
  const bool has = __builtin_cpu_supports("x86-64-v3") != 0;
  return PyBool_FromLong(has);
}

PyMethodDef methods[] = {
    {"has_x86_64_v3", has_x86_64_v3, METH_NOARGS, "Whether this machine runs code for x86-64-v3."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef_Slot slots[] = {
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if PY_VERSION_HEX >= 0x030D0000
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_processor", "What the processor offers.", 0, methods, slots, nullptr, nullptr, nullptr,
};

}  // namespace

PyMODINIT_FUNC PyInit__processor() {
  return PyModuleDef_Init(&definition);
}
