// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title For tests only: the smallest wallet that signs through a contract (EIP-1271).
contract SmartWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// @title For tests only: makes such wallets at addresses known beforehand (EIP-6492).
contract SmartWalletFactory {
    function deploy(address owner, bytes32 salt) external returns (address) {
        return address(new SmartWallet{salt: salt}(owner));
    }
}
