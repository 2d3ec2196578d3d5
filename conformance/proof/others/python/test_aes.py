"""Known answers: FIPS 197 C.3 for the block, the GCM specification's cases 13, 14 and 15."""

import unittest

from server.aes import encrypt_block, encrypt_gcm, expand_key

KEY_15 = bytes.fromhex("feffe9928665731c6d6a8f9467308308" * 2)
PLAIN_15 = bytes.fromhex(
    "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
    "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255")
CIPHER_15 = bytes.fromhex(
    "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
    "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"
    "b094dac5d93471bdec1a502270e3cc6c")


class AesTest(unittest.TestCase):
    def test_block(self):
        keys = expand_key(bytes(range(32)))
        block = bytes.fromhex("00112233445566778899aabbccddeeff")
        self.assertEqual(encrypt_block(keys, block).hex(), "8ea2b7ca516745bfeafc49904b496089")

    def test_gcm_of_nothing(self):
        self.assertEqual(encrypt_gcm(bytes(32), bytes(12), b"").hex(),
                         "530f8afbc74536b9a963b4f1c4cb738b")

    def test_gcm_of_one_block(self):
        self.assertEqual(encrypt_gcm(bytes(32), bytes(12), bytes(16)).hex(),
                         "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919")

    def test_gcm_of_four_blocks(self):
        iv = bytes.fromhex("cafebabefacedbaddecaf888")
        self.assertEqual(encrypt_gcm(KEY_15, iv, PLAIN_15), CIPHER_15)


if __name__ == "__main__":
    unittest.main()
