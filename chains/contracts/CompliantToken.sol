// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20Upgradeable} from "@openzeppelin/contracts-upgradeable/token/ERC20/ERC20Upgradeable.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {CredentialRegistry} from "./CredentialRegistry.sol";
import {RestrictionCodes as Codes} from "./RestrictionCodes.sol";

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

    enum Standing {
        Unverified,
        Verified,
        Revoked
    }

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
        _unfreezeFor(from, amount);
        _burn(from, amount);
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
        _unfreezeFor(from, amount);
        _forcing = true;
        _transfer(from, to, amount);
        _forcing = false;
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

    /// @notice ERC-7943: whether the rules allow it. To hold too little is no rule, and the transfer itself refuses that.
    function canTransfer(address from, address to, uint256 amount) external view returns (bool) {
        return _restriction(from, to, amount, amount > balanceOf(from)) == Codes.OK;
    }

    /// @notice ERC-1404. Not 0 if and only if the transfer would revert: the transfer itself asks here.
    function detectTransferRestriction(address from, address to, uint256 amount) public view returns (uint8) {
        return _restriction(from, to, amount, false);
    }

    function messageForTransferRestriction(uint8 code) external pure returns (string memory) {
        return Codes.messageOf(code);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == type(IERC7943Fungible).interfaceId || id == type(IERC165).interfaceId;
    }

    // ---- inner workings ----

    /// In the order in which the API judges: what is refused for good first, then what a verification would mend.
    /// `unfunded`: look at everything but what the sender holds.
    function _restriction(address from, address to, uint256 amount, bool unfunded) private view returns (uint8) {
        if (paused) return Codes.TOKEN_PAUSED;
        if (from == address(0) || to == address(0)) return Codes.NO_TRANSFER;
        if (walletFrozen[from]) return Codes.SENDER_FROZEN;
        if (walletFrozen[to]) return Codes.RECIPIENT_FROZEN;
        Standing sender = _standing(from);
        Standing recipient = _standing(to);
        if (sender == Standing.Revoked || recipient == Standing.Revoked) return Codes.CREDENTIAL_ENDED;
        if (!unfunded && amount > _unfrozen(from)) return Codes.BALANCE;
        if (block.timestamp < lockedUntil) return Codes.LOCKED;
        if (from != to) {
            uint8 code = _limits(to, amount, amount > 0 && amount == balanceOf(from));
            if (code != Codes.OK) return code;
        }
        if (sender != Standing.Verified) return Codes.SENDER_UNVERIFIED;
        return recipient == Standing.Verified ? Codes.OK : Codes.RECIPIENT_UNVERIFIED;
    }

    function _unfrozen(address account) private view returns (uint256) {
        uint256 held = balanceOf(account);
        uint256 frozen = _frozenTokens[account];
        return held > frozen ? held - frozen : 0;
    }

    /// What the registry says now. What ended by revocation is told apart from what is missing or ran out.
    function _standing(address account) private view returns (Standing) {
        (uint48 issuedAt, uint48 expiresAt, uint160 attributes) = registry.credentials(attester, account);
        if (issuedAt != 0 && expiresAt == 0) return Standing.Revoked;
        return expiresAt > block.timestamp && attributes & required == required ? Standing.Verified : Standing.Unverified;
    }

    function _verified(address account) private view returns (bool) {
        return _standing(account) == Standing.Verified;
    }

    /// The limits after `amount` reached `to`; `emptied` when the sender is left with nothing.
    function _limits(address to, uint256 amount, bool emptied) private view returns (uint8) {
        uint256 had = balanceOf(to);
        if (maxHolders != 0 && amount > 0 && had == 0 && !emptied && holders >= maxHolders) return Codes.HOLDER_LIMIT;
        if (maxBalance != 0 && (amount > maxBalance || had > maxBalance - amount)) return Codes.CONCENTRATION;
        return Codes.OK;
    }

    function _mintRestriction(address to, uint256 amount) private view returns (uint8) {
        if (paused) return Codes.TOKEN_PAUSED;
        if (walletFrozen[to]) return Codes.RECIPIENT_FROZEN;
        Standing standing = _standing(to);
        if (standing == Standing.Revoked) return Codes.CREDENTIAL_ENDED;
        uint8 code = _limits(to, amount, false);
        if (code != Codes.OK) return code;
        return standing == Standing.Verified ? Codes.OK : Codes.RECIPIENT_UNVERIFIED;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (from == address(0)) {
            uint8 code = _mintRestriction(to, amount);
            if (code != Codes.OK) revert TransferRestricted(code);
            if (maxSupply != 0 && amount > maxSupply - totalSupply()) revert SupplyExceeded(maxSupply - totalSupply());
        } else if (to != address(0) && !_forcing) {
            uint8 code = detectTransferRestriction(from, to, amount);
            if (code == Codes.BALANCE) _refuseAmount(from, amount);
            if (code != Codes.OK) revert TransferRestricted(code);
        }
        bool arrives = amount > 0 && to != address(0) && balanceOf(to) == 0;
        super._update(from, to, amount);
        if (arrives) ++holders;
        if (amount > 0 && from != address(0) && balanceOf(from) == 0) --holders;
    }

    /// Says in the words of the standards what is missing: the tokens, or only free ones.
    function _refuseAmount(address from, uint256 amount) private view {
        uint256 held = balanceOf(from);
        if (amount > held) revert ERC20InsufficientBalance(from, held, amount);
        revert ERC7943InsufficientUnfrozenBalance(from, amount, _unfrozen(from));
    }

    /// What is taken or burned is freed first (ERC-7943): `Frozen` stands before `Transfer`. Too much is refused by the move itself.
    function _unfreezeFor(address account, uint256 amount) private {
        uint256 held = balanceOf(account);
        if (amount > held || amount <= _unfrozen(account)) return;
        _frozenTokens[account] = held - amount;
        emit Frozen(account, held - amount);
    }
}
