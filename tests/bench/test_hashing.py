import hashlib

from kinroute.bench.hashing import hashed


def test_a_hash_is_the_beginning_of_sha_256() -> None:
    assert hashed(b"content") == hashlib.sha256(b"content").hexdigest()[:16]
    assert hashed(b"content") != hashed(b"contents")
