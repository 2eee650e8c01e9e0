// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title Lets a contract ask for a Sealwright permit of its caller: EIP-712, at most ten minutes old.
/// @notice Inherit and call `_requirePermit`. The attester is a plain account or a contract (EIP-1271).
abstract contract PermitGate is EIP712 {
    uint256 private constant LONGEST = 600;
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address wallet,address protocol,uint8 level,uint48 expires,bytes32 policy)");

    address public immutable attester;

    error PermitExpired();
    error PermitTooLong();
    error PermitInvalid();

    constructor(address attester_) EIP712("SealwrightPermit", "1") {
        attester = attester_;
    }

    /// @param minLevel 1 basic, 2 enhanced, 3 institutional
    /// @param policy keccak-256 of the protocol's name as it is registered with the API
    function _requirePermit(uint8 minLevel, bytes32 policy, uint8 level, uint48 expires, bytes calldata signature) internal view {
        if (block.timestamp >= expires) revert PermitExpired();
        if (expires - block.timestamp > LONGEST) revert PermitTooLong();
        bytes32 digest = _hashTypedDataV4(keccak256(abi.encode(PERMIT_TYPEHASH, msg.sender, address(this), level, expires, policy)));
        if (level < minLevel || !SignatureChecker.isValidSignatureNow(attester, digest, signature)) revert PermitInvalid();
    }
}

/// @title The smallest contract that uses it, for tests and as an example: who has a permit puts coins in, and takes them out without.
contract PermitVault is PermitGate {
    bytes32 public constant POLICY = keccak256("Example Lend");

    mapping(address account => uint256) public deposits;

    error TooMuch(uint256 deposited);
    error NotSent();

    constructor(address attester_) PermitGate(attester_) {}

    function deposit(uint8 level, uint48 expires, bytes calldata signature) external payable {
        _requirePermit(2, POLICY, level, expires, signature);
        deposits[msg.sender] += msg.value;
    }

    /// @notice Leaving needs no permit.
    function withdraw(uint256 amount) external {
        uint256 deposited = deposits[msg.sender];
        if (amount > deposited) revert TooMuch(deposited);
        deposits[msg.sender] = deposited - amount;
        (bool sent,) = msg.sender.call{value: amount}("");
        if (!sent) revert NotSent();
    }
}
