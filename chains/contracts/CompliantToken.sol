// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20Upgradeable} from "@openzeppelin/contracts-upgradeable/token/ERC20/ERC20Upgradeable.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {CredentialRegistry} from "./CredentialRegistry.sol";

/// @notice ERC-7943, fungible part.
interface IERC7943Fungible is IERC165 {
    event ForcedTransfer(address indexed from, address indexed to, uint256 amount);
    event Frozen(address indexed account, uint256 amount);

    error ERC7943CannotSend(address account);
    error ERC7943CannotReceive(address account);
    error ERC7943CannotTransfer(address from, address to, uint256 amount);
    error ERC7943InsufficientUnfrozenBalance(address account, uint256 amount, uint256 unfrozen);

    function forcedTransfer(address from, address to, uint256 amount) external returns (bool);
    function setFrozenTokens(address account, uint256 amount) external returns (bool);
    function canSend(address account) external view returns (bool);
    function canReceive(address account) external view returns (bool);
    function getFrozenTokens(address account) external view returns (uint256);
    function canTransfer(address from, address to, uint256 amount) external view returns (bool);
}

/// @title A security token that only verified wallets can hold: ERC-20, ERC-1404, ERC-7943.
/// @notice The issuer owns it and is the only one with power over it. Whoever verifies holders has none.
/// Restriction codes are those of the Sealwright API, so both give the same number for the same transfer.
contract CompliantToken is ERC20Upgradeable, IERC7943Fungible {
    struct Terms {
        string name;
        string symbol;
        uint8 decimals;
        /// Whose credentials count, and which attributes a holder needs.
        address attester;
        uint160 required;
        /// 0: no limit, for each of these.
        uint256 maxSupply;
        uint256 maxBalance;
        uint32 maxHolders;
        /// Transfers between holders start after this time.
        uint48 lockedUntil;
    }

    uint8 private constant OK = 0;
    uint8 private constant MALFORMED = 1;
    uint8 private constant PAUSED = 2;
    uint8 private constant SENDER_FROZEN = 3;
    uint8 private constant RECIPIENT_FROZEN = 4;
    uint8 private constant BALANCE = 6;
    uint8 private constant SENDER_UNVERIFIED = 20;
    uint8 private constant RECIPIENT_UNVERIFIED = 21;
    uint8 private constant LOCKED = 26;
    uint8 private constant HOLDER_LIMIT = 27;
    uint8 private constant CONCENTRATION = 28;

    CredentialRegistry public immutable registry;

    address public owner;
    bool public paused;
    uint8 private _decimals;
    address public attester;
    uint48 public lockedUntil;
    uint32 public maxHolders;
    uint32 public holders;
    uint160 public required;
    uint256 public maxSupply;
    uint256 public maxBalance;
    mapping(address account => uint256) private _frozenTokens;
    mapping(address account => bool) public walletFrozen;
    bool private _forcing;

    event PausedSet(bool paused);
    event WalletFrozen(address indexed account, bool frozen);

    error NotOwner();
    error TransferRestricted(uint8 code);
    error SupplyExceeded(uint256 remaining);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    constructor(CredentialRegistry registry_) {
        registry = registry_;
        _disableInitializers();
    }

    function initialize(address owner_, Terms calldata t) external initializer {
        __ERC20_init(t.name, t.symbol);
        owner = owner_;
        _decimals = t.decimals;
        attester = t.attester;
        required = t.required;
        maxSupply = t.maxSupply;
        maxBalance = t.maxBalance;
        maxHolders = t.maxHolders;
        lockedUntil = t.lockedUntil;
    }

    // ---- the issuer's acts ----

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function mintBatch(address[] calldata to, uint256[] calldata amounts) external onlyOwner {
        for (uint256 i; i < to.length; ++i) {
            _mint(to[i], amounts[i]);
        }
    }

    function burn(address from, uint256 amount) external onlyOwner {
        _burn(from, amount);
        _fitFrozen(from);
    }

    function setPaused(bool paused_) external onlyOwner {
        paused = paused_;
        emit PausedSet(paused_);
    }

    function setWalletFrozen(address account, bool frozen) external onlyOwner {
        walletFrozen[account] = frozen;
        emit WalletFrozen(account, frozen);
    }

    function setFrozenTokens(address account, uint256 amount) external onlyOwner returns (bool) {
        _frozenTokens[account] = amount;
        emit Frozen(account, amount);
        return true;
    }

    /// @notice Moves tokens without the holder, for example on a court's order. The recipient must be verified.
    function forcedTransfer(address from, address to, uint256 amount) external onlyOwner returns (bool) {
        if (from == to) revert ERC7943CannotTransfer(from, to, amount);
        if (!canReceive(to)) revert ERC7943CannotReceive(to);
        _forcing = true;
        _transfer(from, to, amount);
        _forcing = false;
        _fitFrozen(from);
        emit ForcedTransfer(from, to, amount);
        return true;
    }

    // ---- what anyone may ask ----

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function canSend(address account) public view returns (bool) {
        return !walletFrozen[account] && _verified(account);
    }

    function canReceive(address account) public view returns (bool) {
        return !walletFrozen[account] && _verified(account);
    }

    function getFrozenTokens(address account) external view returns (uint256) {
        return _frozenTokens[account];
    }

    function canTransfer(address from, address to, uint256 amount) external view returns (bool) {
        return detectTransferRestriction(from, to, amount) == OK;
    }

    /// @notice ERC-1404. Not 0 if and only if the transfer would revert: the transfer itself asks here.
    function detectTransferRestriction(address from, address to, uint256 amount) public view returns (uint8) {
        if (from == address(0) || to == address(0)) return MALFORMED;
        if (paused) return PAUSED;
        if (walletFrozen[from]) return SENDER_FROZEN;
        if (walletFrozen[to]) return RECIPIENT_FROZEN;
        if (!_verified(from)) return SENDER_UNVERIFIED;
        if (!_verified(to)) return RECIPIENT_UNVERIFIED;
        uint256 held = balanceOf(from);
        uint256 frozen = _frozenTokens[from];
        if (amount > (held > frozen ? held - frozen : 0)) return BALANCE;
        if (block.timestamp < lockedUntil) return LOCKED;
        if (from == to) return OK;
        return _limits(to, amount, amount > 0 && amount == held);
    }

    function messageForTransferRestriction(uint8 code) external pure returns (string memory) {
        if (code == OK) return "ok";
        if (code == MALFORMED) return "zero address";
        if (code == PAUSED) return "token paused";
        if (code == SENDER_FROZEN) return "sender frozen";
        if (code == RECIPIENT_FROZEN) return "recipient frozen";
        if (code == BALANCE) return "insufficient unlocked balance";
        if (code == SENDER_UNVERIFIED) return "sender unverified";
        if (code == RECIPIENT_UNVERIFIED) return "recipient unverified";
        if (code == LOCKED) return "lock-up";
        if (code == HOLDER_LIMIT) return "holder limit";
        if (code == CONCENTRATION) return "concentration";
        return "unknown code";
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC7943Fungible).interfaceId || id == type(IERC165).interfaceId;
    }

    // ---- inner workings ----

    function _verified(address account) private view returns (bool) {
        return registry.satisfies(attester, account, required);
    }

    /// The limits after `amount` reached `to`; `emptied` when the sender is left with nothing.
    function _limits(address to, uint256 amount, bool emptied) private view returns (uint8) {
        uint256 had = balanceOf(to);
        if (maxHolders != 0 && amount > 0 && had == 0 && !emptied && holders >= maxHolders) return HOLDER_LIMIT;
        if (maxBalance != 0 && had + amount > maxBalance) return CONCENTRATION;
        return OK;
    }

    function _mintRestriction(address to, uint256 amount) private view returns (uint8) {
        if (paused) return PAUSED;
        if (walletFrozen[to]) return RECIPIENT_FROZEN;
        if (!_verified(to)) return RECIPIENT_UNVERIFIED;
        return _limits(to, amount, false);
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0)) {
            uint8 code = _mintRestriction(to, amount);
            if (code != OK) revert TransferRestricted(code);
            if (maxSupply != 0 && amount > maxSupply - totalSupply()) revert SupplyExceeded(maxSupply - totalSupply());
        } else if (to != address(0) && !_forcing) {
            uint8 code = detectTransferRestriction(from, to, amount);
            if (code != OK) revert TransferRestricted(code);
        }
        bool arrives = amount > 0 && to != address(0) && balanceOf(to) == 0;
        super._update(from, to, amount);
        if (arrives) ++holders;
        if (amount > 0 && from != address(0) && balanceOf(from) == 0) --holders;
    }

    /// No more can be frozen than is held after a forced move.
    function _fitFrozen(address account) private {
        uint256 held = balanceOf(account);
        if (_frozenTokens[account] > held) {
            _frozenTokens[account] = held;
            emit Frozen(account, held);
        }
    }
}
