// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Credentials of wallets, one storage slot per attester and wallet.
/// @notice Anyone may be an attester; a token chooses whom it believes. Nothing personal is stored: `attributes` is a set of
/// bits, the credential's hash appears in the event only.
contract CredentialRegistry is EIP712 {
    struct Credential {
        uint48 issuedAt;
        uint48 expiresAt;
        uint160 attributes;
    }

    struct Statement {
        address wallet;
        uint48 issuedAt;
        uint48 expiresAt;
        uint160 attributes;
        bytes32 credentialHash;
    }

    bytes32 private constant STATEMENT_TYPEHASH =
        keccak256("Statement(address attester,address wallet,uint48 issuedAt,uint48 expiresAt,uint160 attributes,bytes32 credentialHash)");

    mapping(address attester => mapping(address wallet => Credential)) public credentials;

    event Attested(
        address indexed attester, address indexed wallet, uint48 issuedAt, uint48 expiresAt, uint160 attributes, bytes32 credentialHash
    );
    event Revoked(address indexed attester, address indexed wallet, uint48 revokedAt);

    /// The statement is not newer than what is stored, so it may be a replay.
    error NotNewer();
    error BadSignature();
    error OutsideItsTime();

    constructor() EIP712("SealwrightCredentialRegistry", "1") {}

    function attest(Statement[] calldata statements) external {
        for (uint256 i; i < statements.length; ++i) {
            _store(msg.sender, statements[i]);
        }
    }

    /// @notice Anyone may submit what an attester signed, so that the holder or a relayer can pay.
    /// @dev `issuedAt` must rise strictly. That replaces nonces, and an old signature cannot undo a revocation.
    function attestBySignature(address attester, Statement calldata s, bytes calldata signature) external {
        bytes32 digest = _hashTypedDataV4(
            keccak256(abi.encode(STATEMENT_TYPEHASH, attester, s.wallet, s.issuedAt, s.expiresAt, s.attributes, s.credentialHash))
        );
        if (!SignatureChecker.isValidSignatureNow(attester, digest, signature)) revert BadSignature();
        _store(attester, s);
    }

    function revoke(address[] calldata wallets) external {
        uint48 nowAt = uint48(block.timestamp);
        for (uint256 i; i < wallets.length; ++i) {
            credentials[msg.sender][wallets[i]] = Credential(nowAt, 0, 0);
            emit Revoked(msg.sender, wallets[i], nowAt);
        }
    }

    /// @notice Whether the attester vouches for all `required` bits of the wallet now.
    function satisfies(address attester, address wallet, uint160 required) external view returns (bool) {
        Credential memory c = credentials[attester][wallet];
        return c.expiresAt > block.timestamp && c.attributes & required == required;
    }

    function _store(address attester, Statement calldata s) private {
        if (s.issuedAt > block.timestamp || s.expiresAt <= block.timestamp) revert OutsideItsTime();
        if (s.issuedAt <= credentials[attester][s.wallet].issuedAt) revert NotNewer();
        credentials[attester][s.wallet] = Credential(s.issuedAt, s.expiresAt, s.attributes);
        emit Attested(attester, s.wallet, s.issuedAt, s.expiresAt, s.attributes, s.credentialHash);
    }
}
