// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {DemoAuthorizationToken} from "../../src/demo/DemoAuthorizationToken.sol";

/// @dev Token with the rules and texts of USDC: it has no `eip712Domain`, asks only the code of an account that has some
/// (ERC-1271), and can be paused and block accounts.
contract CircleToken is ERC20("USD Coin", "USDC") {
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant TRANSFER = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    mapping(address authorizer => mapping(bytes32 nonce => bool)) public authorizationState;
    mapping(address account => bool) private _blocked;
    bool private _paused;

    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);

    constructor(address owner, uint256 supply) {
        _mint(owner, supply);
    }

    function setBlocked(address account, bool on) external {
        _blocked[account] = on;
    }

    function setPaused(bool on) external {
        _paused = on;
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256(bytes(name())), keccak256("2"), block.chainid, address(this)));
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(!_paused, "Pausable: paused");
        require(!_blocked[from] && !_blocked[to], "Blacklistable: account is blacklisted");
        require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
        require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
        require(!authorizationState[from][nonce], "FiatTokenV2: authorization is used or canceled");
        bytes32 hash = MessageHashUtils.toTypedDataHash(
            DOMAIN_SEPARATOR(), keccak256(abi.encode(TRANSFER, from, to, value, validAfter, validBefore, nonce))
        );
        bool isValid = SignatureChecker.isValidSignatureNow(from, hash, abi.encodePacked(r, s, v));
        require(isValid, "FiatTokenV2: invalid signature");
        authorizationState[from][nonce] = true;
        emit AuthorizationUsed(from, nonce);
        _transfer(from, to, value);
    }
}

/// @dev Token that burns 1% of each transfer.
contract FeeAuthorizationToken is DemoAuthorizationToken {
    constructor(address owner, uint256 supply) DemoAuthorizationToken("Fee", "FEE", 6, owner, supply) {}

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : value / 100;
        if (fee > 0) super._update(from, address(0), fee);
        super._update(from, to, value - fee);
    }
}

/// @dev Token that reports another domain than the one it checks signatures for.
contract WrongDomainToken is DemoAuthorizationToken {
    constructor(address owner, uint256 supply) DemoAuthorizationToken("Wrong", "WRONG", 6, owner, supply) {}

    function eip712Domain()
        public
        view
        override
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory)
    {
        return (0x0f, "Other", "1", block.chainid, address(this), 0, new uint256[](0));
    }
}

/// @dev Token that uses up the nonce of a transfer, but moves nothing and reports that as `false` instead of an error.
contract SilentToken is DemoAuthorizationToken {
    constructor(address owner, uint256 supply) DemoAuthorizationToken("Silent", "SILENT", 6, owner, supply) {}

    function transferWithAuthorization(
        address from,
        address to,
        uint256,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        uint8,
        bytes32,
        bytes32
    ) public override {
        _transferWithAuthorization(from, to, 0, validAfter, validBefore, nonce);
        assembly ("memory-safe") {
            mstore(0, 0)
            return(0, 32)
        }
    }
}

/// @dev Token whose transfers cost far more gas than others, once that is switched on.
contract CostlyToken is DemoAuthorizationToken {
    mapping(uint256 index => uint256) private _waste;
    uint256 private _rounds;

    constructor(address owner, uint256 supply) DemoAuthorizationToken("Costly", "COSTLY", 6, owner, supply) {}

    function setRounds(uint256 rounds) external {
        _rounds = rounds;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        for (uint256 index = 0; index < _rounds; index++) {
            _waste[index] = block.number;
        }
    }
}
