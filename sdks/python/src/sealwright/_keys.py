"""Signatures by libraries that are vetted: `cryptography`, and libsecp256k1 by `coincurve`. Imported when first needed."""

from __future__ import annotations

from typing import Any

_WANTED = "This needs more libraries: pip install 'sealwright[verify]'"


def ed25519_holds(public_key: bytes, signature: bytes, content: bytes) -> bool:
    """Whether an Ed25519 signature holds."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise ImportError(_WANTED) from error
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
        return True
    except (InvalidSignature, ValueError):
        return False


def p256_holds(x: bytes, y: bytes, signature: bytes, content: bytes) -> bool:
    """Whether an ES256 signature, as JOSE writes it, holds."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256
    except ImportError as error:
        raise ImportError(_WANTED) from error
    if len(signature) != 64:
        return False
    try:
        key = ec.EllipticCurvePublicNumbers(int.from_bytes(x, "big"), int.from_bytes(y, "big"), ec.SECP256R1()).public_key()
        both = encode_dss_signature(int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
        key.verify(both, content, ec.ECDSA(SHA256()))
        return True
    except (InvalidSignature, ValueError):
        return False


def keccak256(content: bytes) -> bytes:
    """Keccak-256 as Ethereum has it."""
    try:
        from Crypto.Hash import keccak
    except ImportError as error:
        raise ImportError(_WANTED) from error
    digest: Any = keccak.new(digest_bits=256, data=content)
    return bytes(digest.digest())


def signer_of(digest: bytes, signature: bytes) -> str:
    """The address that signed a digest, in lower case; empty when the signature is none."""
    try:
        from coincurve import PublicKey
    except ImportError as error:
        raise ImportError(_WANTED) from error
    # As contracts take it: `s` in the lower half, `v` 27 or 28.
    if len(signature) != 65 or signature[64] not in (27, 28) or int.from_bytes(signature[32:64], "big") > _HALF:
        return ""
    try:
        key = PublicKey.from_signature_and_message(signature[:64] + bytes([signature[64] - 27]), digest, hasher=None)
    except Exception:  # coincurve raises Exception itself
        return ""
    return "0x" + keccak256(key.format(compressed=False)[1:])[-20:].hex()


#: Half of the order of secp256k1.
_HALF = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0
