// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title An ERC-735 claim issuer that knows expiry and revocation bits, for tokens of the ERC-3643 kind.
/// @notice Claim data: abi.encode(uint48 expiresAt, uint32 statusIndex, bytes32 credentialHash). Nothing personal.
/// The index is the credential's number across the published status lists: one bit there, the same bit here.
contract StatusClaimIssuer {
    address public admin;
    mapping(address signer => bool) public isSigner;
    mapping(uint256 word => uint256) public revokedBits;

    event AdminSet(address admin);
    event SignerSet(address indexed signer, bool trusted);
    event StatusSet(uint256 indexed word, uint256 bits);

    error NotAdmin();
    error LengthMismatch();

    modifier onlyAdmin() {
        if (msg.sender != admin) revert NotAdmin();
        _;
    }

    constructor(address admin_, address signer) {
        admin = admin_;
        isSigner[signer] = true;
        emit AdminSet(admin_);
        emit SignerSet(signer, true);
    }

    function setAdmin(address admin_) external onlyAdmin {
        admin = admin_;
        emit AdminSet(admin_);
    }

    function setSigner(address signer, bool trusted) external onlyAdmin {
        isSigner[signer] = trusted;
        emit SignerSet(signer, trusted);
    }

    /// @notice Writes whole words of 256 bits; bit 0 of word 0 is index 0.
    function setStatus(uint256[] calldata words, uint256[] calldata bits) external onlyAdmin {
        if (words.length != bits.length) revert LengthMismatch();
        for (uint256 i; i < words.length; ++i) {
            revokedBits[words[i]] = bits[i];
            emit StatusSet(words[i], bits[i]);
        }
    }

    function isRevoked(uint32 index) public view returns (bool) {
        return (revokedBits[index >> 8] >> (index & 255)) & 1 == 1;
    }

    function isClaimValid(address identity, uint256 topic, bytes calldata signature, bytes calldata data) external view returns (bool) {
        if (data.length != 96) return false;
        uint256 expiresAt = uint256(bytes32(data[:32]));
        uint256 index = uint256(bytes32(data[32:64]));
        // Read as whole words: a claim with stray high bits is refused here instead of reverting in a decoder.
        if (expiresAt > type(uint48).max || index > type(uint32).max) return false;
        if (expiresAt <= block.timestamp || isRevoked(uint32(index))) return false;
        bytes32 digest = MessageHashUtils.toEthSignedMessageHash(keccak256(abi.encode(identity, topic, data)));
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecover(digest, signature);
        return problem == ECDSA.RecoverError.NoError && isSigner[signer];
    }
}
