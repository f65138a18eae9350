#!/usr/bin/env python3
"""Checks what Proofboard's audit log gives out, with nothing but its public keys: verify.py FILE KEY...

FILE is a signed head, a proof that an event is in the log, a proof of growth, or an approval certificate (JSON or PDF).
The formats are described in README.md beside this file. Only Python's standard library is used."""
import base64, hashlib, json, re, struct, sys, zlib

P, D = 2**255 - 19, -121665 * pow(121666, -1, 2**255 - 19) % (2**255 - 19)
L = 2**252 + 27742317777372353535851937790883648493


def need(true, why):
    if not true:
        raise ValueError(why)


def b64(text):
    raw = base64.b64decode(text, validate=True)
    need(base64.b64encode(raw).decode() == text, "base64 has one form")
    return raw


# Ed25519 (RFC 8032, 5.1), points as (X, Y, Z, T).
def add(p, q):
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    q = (0, 1, 1, 0)
    while n:
        q, p, n = add(q, p) if n & 1 else q, add(p, p), n >> 1
    return q


def point(raw):
    y, sign = int.from_bytes(raw, "little") & (1 << 255) - 1, raw[31] >> 7
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x * pow(2, (P - 1) // 4, P) % P if (x * x - x2) % P else x
    need(y < P and (x * x - x2) % P == 0 and not (x == 0 and sign), "not a point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def signed(public, message, sig):
    base, s = point(bytes.fromhex("58" + "66" * 31)), int.from_bytes(sig[32:], "little")
    k = int.from_bytes(hashlib.sha512(sig[:32] + public + message).digest(), "little")
    left, right = times(s, base), add(point(sig[:32]), times(k % L, point(public)))
    return s < L and all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


class Key:  # NAME+HASH+BASE64 of the byte 1 and the public key
    def __init__(self, text):
        self.name, self.hash, rest = text.split("+", 2)
        raw = b64(rest)
        need(len(raw) == 33 and raw[0] == 1, "not an Ed25519 key")
        need(hashlib.sha256(self.name.encode() + b"\n" + raw).hexdigest()[:8] == self.hash, "the key's hash is not its own")
        self.public = raw[1:]


def head(note, keys):  # a signed note (c2sp.org/signed-note): the text, an empty line, the signatures
    text, _, signatures = note.rpartition("\n\n")
    text += "\n"
    ok = False
    need(signatures.endswith("\n") and re.fullmatch(r"[^\n+ ]+\n(0|[1-9][0-9]*)\n[A-Za-z0-9+/]{43}=\n", text), "not a head")
    for line in signatures[:-1].split("\n"):
        m = re.fullmatch("\u2014 ([^ ]+) ([^ ]+)", line)
        need(m, "not a signature line")
        raw = b64(m[2])
        for k in keys:
            if k.name == m[1] and k.hash == raw[:4].hex():
                need(signed(k.public, text.encode(), raw[4:]), "a signature is wrong")
                ok = True
    need(ok, "no key of yours has signed it")
    name, size, root = text[:-1].split("\n")
    return name, int(size), b64(root)


def node(left, right):
    return hashlib.sha256(b"\x01" + left + right).digest()


def included(path, n, size, leaf, root):  # RFC 9162, 2.1.3.2
    fn, sn, r = n, size - 1, leaf
    for p in path:
        need(sn > 0, "the path is too long")
        if fn & 1 or fn == sn:
            r = node(p, r)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            r = node(r, p)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0 and r == root, "the path does not lead to the head")


def grown(path, old, new, first, second):  # RFC 9162, 2.1.4.2
    need(0 < old <= new, "sizes")
    if old == new:
        return need(not path and first == second, "two heads of one size")
    path = ([first] if old & (old - 1) == 0 else []) + path
    fn, sn = old - 1, new - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    need(path, "the path is too short")
    fr = sr = path[0]
    for c in path[1:]:
        need(sn > 0, "the path is too long")
        if fn & 1 or fn == sn:
            fr, sr = node(c, fr), node(c, sr)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = node(sr, c)
        fn, sn = fn >> 1, sn >> 1
    need(sn == 0 and fr == first and sr == second, "the log did not grow from the older head")


def record(raw):  # the leaf: the byte 1, then nine fields behind their lengths
    need(raw[:1] == b"\x01", "another layout of leaves")
    fields, at = [], 1
    for _ in range(9):
        (n,) = struct.unpack_from(">I", raw, at)
        at += 4
        fields.append(None if n == 0xFFFFFFFF else raw[at : at + n])
        at += 0 if n == 0xFFFFFFFF else n
    need(at == len(raw), "a leaf of another length")
    return fields


def event(p, keys):
    name, size, root = head(p["head"], keys)
    raw = b64(p["record"])
    need(int.from_bytes(record(raw)[0], "big") == p["position"] and 0 < p["position"] <= size, "the leaf is of another position")
    included([b64(h) for h in p["path"]], p["position"] - 1, size, hashlib.sha256(b"\x00" + raw).digest(), root)
    return record(raw), f"event {p['position']} is in {name}, whose head covers {size} events"


def certificate(text, keys):
    c = json.loads(text)
    need((c["product"], c["kind"], c["format"]) == ("Proofboard", "approval certificate", 1), "not an approval certificate")
    key = [k for k in keys if f"{k.name}+{k.hash}" == c["key"]]
    need(key, "it is signed with another key")
    unsigned, n = re.subn(rb'"signature": "[A-Za-z0-9+/]{86}=="\n}\n\Z', b'"signature": ""\n}\n', text)
    message = b"proofboard approval certificate 1\n" + unsigned
    need(n == 1 and signed(key[0].public, message, b64(c["signature"])), "its signature is not over these bytes")
    f, said = event(c["proof"], key)
    data, meta, d = json.loads(f[5]), json.loads(f[6]), c["decision"]
    at = struct.unpack(">q", f[8])[0]
    for says, proven in [(d["event"], f[4].decode()), (d["event"], "proof.version_approved"), ("proof", f[3].decode()),
                         (c["attachment"].replace("-", ""), f[1].hex()), (c["version"]["id"], data["version"]), (c["file"]["sha256"], data["sha256"]),
                         (d["by"], meta.get("actor", "00000000-0000-0000-0000-000000000000")), (d["role"], meta["role"]),
                         (int(re.sub(r"\D", "", d["at"][20:])), at % 10**6), (d["at"][:19], utc(at // 10**6))]:
        need(says == proven, f"it says {says}, the log {proven}")
    return f"approved: version {c['version']['number']} of {c['file']['name']!r}; {said}"


def utc(seconds):
    import datetime
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).isoformat(timespec="seconds")


def pdf(file, keys):  # the last line: where the JSON is, the key, and a signature over all bytes before it
    m = re.search(rb"\n(%proofboard-certificate 1 (\d+) (\d+) (\S+) )([A-Za-z0-9+/]{86}==)\n\Z", file)
    need(m, "not a PDF certificate")
    key = [k for k in keys if f"{k.name}+{k.hash}" == m[4].decode()]
    message = b"proofboard approval certificate PDF 1\n" + file[: m.start(5)]
    need(key and signed(key[0].public, message, b64(m[5].decode())), "its signature is not over these bytes")
    return certificate(zlib.decompress(file[int(m[2]) : int(m[2]) + int(m[3])]), key)


def check(file, keys):
    if file.startswith(b"%PDF-"):
        return pdf(file, keys)
    if not file.startswith(b"{"):
        name, size, root = head(file.decode(), keys)
        return f"{name} had {size} events, with the hash {base64.b64encode(root).decode()}"
    p = json.loads(file)
    if "kind" in p:
        return certificate(file, keys)
    if "old" in p:
        (a, old, first), (b, new, second) = head(p["old"], keys), head(p["head"], keys)
        need(a == b, "heads of two logs")
        grown([b64(h) for h in p["path"]], old, new, first, second)
        return f"{a} only grew from {old} to {new} events"
    return event(p, keys)[1]


if __name__ == "__main__":
    try:
        print("Valid:", check(open(sys.argv[1], "rb").read(), [Key(k) for k in sys.argv[2:]]))
    except Exception as wrong:  # whatever a file makes go wrong, it is not valid
        sys.exit(f"Refused: {wrong}")
