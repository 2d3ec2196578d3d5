"""AES-256 in Galois/Counter Mode (FIPS 197, SP 800-38D), encryption only, in plain Python."""

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
DOUBLE = [_times_two(byte) for byte in range(256)]
# After SubBytes, byte i of the state comes from position SHIFTED[i].
SHIFTED = [(4 * (column + row) + row) % 16 for column in range(4) for row in range(4)]


def expand_key(key):
    """The 15 round keys of a 32-byte key."""
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
    return [b"".join(words[i:i + 4]) for i in range(0, 60, 4)]


def encrypt_block(round_keys, block):
    state = [a ^ b for a, b in zip(block, round_keys[0])]
    for round_key in round_keys[1:-1]:
        state = [SBOX[state[i]] for i in SHIFTED]
        mixed = []
        for start in range(0, 16, 4):
            a, b, c, d = state[start:start + 4]
            every = a ^ b ^ c ^ d
            mixed += [
                a ^ every ^ DOUBLE[a ^ b], b ^ every ^ DOUBLE[b ^ c],
                c ^ every ^ DOUBLE[c ^ d], d ^ every ^ DOUBLE[d ^ a],
            ]
        state = [a ^ b for a, b in zip(mixed, round_key)]
    return bytes(SBOX[state[i]] ^ k for i, k in zip(SHIFTED, round_keys[-1]))


def _multiply(x, y):
    """The product in GF(2^128) as GCM orders its bits."""
    product = 0
    for bit in range(127, -1, -1):
        if x >> bit & 1:
            product ^= y
        y = y >> 1 ^ POLYNOMIAL if y & 1 else y >> 1
    return product


def _ghash(subkey, data):
    digest = 0
    for start in range(0, len(data), BLOCK):
        digest = _multiply(digest ^ int.from_bytes(data[start:start + BLOCK], "big"), subkey)
    return digest.to_bytes(BLOCK, "big")


def _xor(left, right):
    return bytes(a ^ b for a, b in zip(left, right))


def encrypt_gcm(key, iv, plaintext):
    """The ciphertext followed by its 16-byte tag; the initialisation vector has 12 bytes."""
    if len(iv) != 12:
        raise ValueError("this GCM takes an initialisation vector of 12 bytes")
    round_keys = expand_key(key)
    parts = []
    for number, start in enumerate(range(0, len(plaintext), BLOCK)):
        stream = encrypt_block(round_keys, iv + (number + 2).to_bytes(4, "big"))
        parts.append(_xor(plaintext[start:start + BLOCK], stream))
    ciphertext = b"".join(parts)
    padding = bytes(-len(ciphertext) % BLOCK)
    lengths = bytes(8) + (len(ciphertext) * 8).to_bytes(8, "big")
    subkey = int.from_bytes(encrypt_block(round_keys, bytes(BLOCK)), "big")
    tag = _xor(_ghash(subkey, ciphertext + padding + lengths),
               encrypt_block(round_keys, iv + b"\0\0\0\1"))
    return ciphertext + tag
