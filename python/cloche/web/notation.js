// What the table reads out of notations, of whatever game: `WHAT@PLACE`, with `:` or `=` between parts of WHAT and
// `oN` as the orientation of a piece. Everything else is a word that stands for itself.

const ORIENTATION = /:o(\d+)(?=@|:|$)/;

// The beginning of an action that puts something somewhere, such as `T31:`, `R4@` or `RY=`; null of other actions.
export function pickOf(action) {
  return action.includes("@") ? action.slice(0, action.search(/[:=@]/) + 1) : null;
}

// What a pick is called: without the sign at its end.
export const pickName = (pick) => pick.slice(0, -1);

// The different picks among actions, in the order in which they come. Where actions are plain places there is none.
export const picksOf = (actions) => [...new Set(actions.map(pickOf))].filter((pick) => pick);

// The orientation in an action; null if it has none.
export function orientationOf(action) {
  const found = ORIENTATION.exec(action);
  return found === null ? null : Number(found[1]);
}

// What the words of several actions begin with together, up to where they tell a place or a way; perhaps nothing.
export function shared(words) {
  const [first, ...others] = words.map((text) => text.split(" "));
  let length = first.findIndex((word) => ["on", "at", "as"].includes(word));
  if (length < 0) length = first.length;
  for (const other of others) while (first.slice(0, length).some((word, at) => word !== other[at])) length -= 1;
  return first.slice(0, length).join(" ");
}

// What is picked, without what is done with it: `tile T31` of `plant tile T31`.
export const thing = (words) => words.replace(/^(build|plant|play|put) /, "");

// The different orientations among actions, ascending.
export function orientationsOf(actions) {
  const found = new Set(actions.map(orientationOf));
  found.delete(null);
  return [...found].sort((one, other) => one - other);
}

// The next orientation clockwise that there is, on the same face.
export function turned(orientation, all) {
  const face = all.filter((other) => other >> 2 === orientation >> 2);
  return face[(face.indexOf(orientation) + 1) % face.length];
}

// The orientation after turning the piece over, or the one nearest to it there; the same if there is none.
export function mirrored(orientation, all) {
  const face = all.filter((other) => other >> 2 !== orientation >> 2);
  return face.find((other) => other % 4 === orientation % 4) ?? face[0] ?? orientation;
}
