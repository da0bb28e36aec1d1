"""As much of a WebSocket as the JavaScript client needs, for Node before version 22, which has none."""

SOCKET = """
import { createConnection } from "node:net";
import { randomBytes } from "node:crypto";
export class Socket {
  constructor(address) {
    const { hostname, port, pathname, search } = new URL(address);
    this.buffer = Buffer.alloc(0);
    this.parts = [];
    this.socket = createConnection(Number(port), hostname);
    this.socket.write(`GET ${pathname}${search} HTTP/1.1\\r\\nHost: ${hostname}:${port}\\r\\nUpgrade: websocket\\r\\n` +
      `Connection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\\r\\n\\r\\n`);
    this.socket.on("data", (bytes) => this.read(bytes));
    this.socket.on("close", () => this.onclose?.());
    this.socket.on("error", () => {});
  }
  read(bytes) {
    this.buffer = Buffer.concat([this.buffer, bytes]);
    if (!this.opened) {
      const end = this.buffer.indexOf("\\r\\n\\r\\n");
      if (end < 0) return;
      this.opened = true;
      this.buffer = this.buffer.subarray(end + 4);
      this.onopen?.();
    }
    while (this.buffer.length >= 2) {
      let [at, length] = [2, this.buffer[1] & 127];
      if (this.buffer.length < 10 && length > 125) return;
      if (length === 126) [at, length] = [4, this.buffer.readUInt16BE(2)];
      else if (length === 127) [at, length] = [10, Number(this.buffer.readBigUInt64BE(2))];
      if (this.buffer.length < at + length) return;
      const [first, content] = [this.buffer[0], this.buffer.subarray(at, at + length)];
      this.buffer = this.buffer.subarray(at + length);
      if ((first & 15) === 8) this.socket.end();
      else if ((first & 15) === 9) this.frame(10, content);
      else {
        this.parts.push(content);
        if (first & 128) this.onmessage?.({ data: Buffer.concat(this.parts.splice(0)).toString() });
      }
    }
  }
  frame(kind, content) {
    const length = content.length;
    const head = Buffer.alloc(length < 126 ? 2 : 4);
    head[0] = 128 | kind;
    head[1] = 128 | (length < 126 ? length : 126);
    if (length >= 126) head.writeUInt16BE(length, 2);
    this.socket.write(Buffer.concat([head, Buffer.alloc(4), content]));
  }
  send(text) { this.frame(1, Buffer.from(text)); }
  close() { this.frame(8, Buffer.alloc(0)); this.socket.end(); }
}
"""
