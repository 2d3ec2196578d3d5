"""Runs every published vector through receiver.py: python3 docs/receivers/vectors.py [vectors.json]"""

import json
import os
import pathlib
import sys

here = pathlib.Path(__file__).resolve().parent
os.environ.update(WEBHOOK_UNSIGNED="1", WEBHOOK_UNENCRYPTED="1")
sys.path.insert(0, str(here))
import receiver  # noqa: E402
from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: E402


def opened(vector: dict) -> bytes:
    receiver.SECRET = vector["signing_secret"]
    receiver.KEY = vector["encryption_key"]
    if receiver.KEY is not None:
        receiver.CIPHER = AESGCM(receiver.strict_base64(receiver.KEY.encode()))
    body = vector["sent_body"].encode("utf-8")
    receiver.verify(body, vector["signature"])
    return receiver.decrypt(body, vector["iv"])


file = sys.argv[1] if len(sys.argv) > 1 else here / "../../spec/vectors.json"
vectors = json.loads(pathlib.Path(file).read_text("utf-8"))
wrong = []
for vector in vectors["accepted"]:
    try:
        if opened(vector).decode("utf-8") != vector["plain_body"]:
            wrong.append(f"{vector['name']}: opens to something else")
    except receiver.Refusal as refusal:
        wrong.append(f"{vector['name']}: refused ({refusal})")
for vector in vectors["refused"]:
    try:
        receiver.read_event(opened(vector))
        wrong.append(f"{vector['name']}: taken")
    except receiver.Refusal:
        pass
for line in wrong:
    print(line)
print(f"{len(vectors['accepted'])} accepted, {len(vectors['refused'])} refused, {len(wrong)} wrong")
sys.exit(1 if wrong else 0)
