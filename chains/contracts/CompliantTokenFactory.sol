// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {CompliantToken} from "./CompliantToken.sol";

/// @title Makes an issuer's token with one signature, at an address known beforehand.
contract CompliantTokenFactory {
    address public immutable implementation;

    event TokenCreated(address indexed token, address indexed issuer, bytes32 salt);

    constructor(address implementation_) {
        implementation = implementation_;
    }

    /// @dev The salt is bound to the sender, so nobody can take an address before its issuer does.
    function create(bytes32 salt, CompliantToken.Terms calldata terms) external returns (address token) {
        token = Clones.cloneDeterministic(implementation, _bind(msg.sender, salt));
        CompliantToken(token).initialize(msg.sender, terms);
        emit TokenCreated(token, msg.sender, salt);
    }

    function predict(address issuer, bytes32 salt) external view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _bind(issuer, salt));
    }

    function _bind(address issuer, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(issuer, salt));
    }
}
