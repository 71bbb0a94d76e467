// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev Keeps allowances of tokens with the functions, events, and EIP-712 messages of Permit2's AllowanceTransfer, for
/// tests of the wallet. Tests put its code at Permit2's address.
contract AllowanceKeeper {
    using SafeERC20 for IERC20;

    struct PackedAllowance {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitDetails {
        address token;
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    struct PermitSingle {
        PermitDetails details;
        address spender;
        uint256 sigDeadline;
    }

    struct TokenSpenderPair {
        address token;
        address spender;
    }

    bytes32 private constant DETAILS_TYPE =
        keccak256("PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)");
    bytes32 private constant PERMIT_TYPE = keccak256(
        "PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)"
    );

    mapping(address owner => mapping(address token => mapping(address spender => PackedAllowance))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );
    event Permit(
        address indexed owner,
        address indexed token,
        address indexed spender,
        uint160 amount,
        uint48 expiration,
        uint48 nonce
    );
    event Lockdown(address indexed owner, address token, address spender);

    error AllowanceExpired(uint256 deadline);
    error InsufficientAllowance(uint256 amount);
    error SignatureExpired(uint256 deadline);
    error InvalidSigner();
    error InvalidNonce();

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        _set(allowance[msg.sender][token][spender], amount, expiration);
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    function permit(address owner, PermitSingle calldata single, bytes calldata signature) external {
        require(block.timestamp <= single.sigDeadline, SignatureExpired(single.sigDeadline));
        PermitDetails calldata details = single.details;
        bytes32 hash = keccak256(
            abi.encode(
                PERMIT_TYPE, keccak256(abi.encode(DETAILS_TYPE, details)), single.spender, single.sigDeadline
            )
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", _domain(), hash));
        require(ECDSA.recover(digest, signature) == owner, InvalidSigner());
        PackedAllowance storage allowed = allowance[owner][details.token][single.spender];
        require(allowed.nonce == details.nonce, InvalidNonce());
        allowed.nonce = details.nonce + 1;
        _set(allowed, details.amount, details.expiration);
        emit Permit(
            owner, details.token, single.spender, details.amount, details.expiration, details.nonce
        );
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        PackedAllowance storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, AllowanceExpired(allowed.expiration));
        if (allowed.amount != type(uint160).max) {
            require(amount <= allowed.amount, InsufficientAllowance(allowed.amount));
            allowed.amount -= amount;
        }
        IERC20(token).safeTransferFrom(from, to, amount);
    }

    function lockdown(TokenSpenderPair[] calldata approvals) external {
        for (uint256 i = 0; i < approvals.length; i++) {
            allowance[msg.sender][approvals[i].token][approvals[i].spender].amount = 0;
            emit Lockdown(msg.sender, approvals[i].token, approvals[i].spender);
        }
    }

    /// @dev A time of zero means this block only.
    function _set(PackedAllowance storage allowed, uint160 amount, uint48 expiration) private {
        allowed.amount = amount;
        allowed.expiration = expiration == 0 ? uint48(block.timestamp) : expiration;
    }

    function _domain() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                address(this)
            )
        );
    }
}
