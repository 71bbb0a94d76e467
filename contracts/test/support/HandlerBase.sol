// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {HookToken, ITransferHook} from "./AwkwardTokens.sol";
import {Agent} from "./ReentrancyTest.sol";
import {TestBase} from "./TestBase.sol";

/// @dev Base for invariant handlers: users who can sign permits, and a token whose transfers call an agent. During
/// every hooked call, the agent attempts a call of its own, which would succeed if it weren't reentrant.
abstract contract HandlerBase is TestBase {
    /// @dev How a payment is allowed: by an approval, by a permit, or by a permit that somebody else submits first.
    enum Allowing {
        Approval,
        Permit,
        SubmittedPermit
    }

    HookToken public immutable hooked = new HookToken(1e40);
    Agent public immutable agent = new Agent();
    /// @dev The users with keys, then the agent.
    address[] public users;
    uint256 private constant KEYED_USERS = 4;
    uint256 private constant FIRST_KEY = 0xbeef;
    uint256 private constant AGENT_FUNDS = 1e6;
    bool public reentered;
    uint256 public hookCalls;

    constructor() {
        for (uint256 i = 0; i < KEYED_USERS; i++) users.push(vm.addr(FIRST_KEY + i));
        users.push(address(agent));
    }

    function userCount() external view returns (uint256) {
        return users.length;
    }

    /// @dev Gives the agent hooked tokens, which `spender` may take.
    function fundAgent(address spender) internal {
        hooked.transfer(address(agent), AGENT_FUNDS);
        agent.act(address(hooked), abi.encodeCall(IERC20.approve, (spender, type(uint256).max)));
    }

    /// @dev Returns a user with a key.
    function pickUser(uint256 seed) internal view returns (address) {
        return users[seed % KEYED_USERS];
    }

    /// @dev Sends `amount` to `user`, who lets `spender` take it. Returns the call that pays: `plain`, or `permitted`
    /// followed by the arguments of a permit.
    function allow(IERC20 asset, address user, address spender, uint256 amount, Allowing way, bytes[2] memory calls)
        internal
        returns (bytes memory)
    {
        asset.transfer(user, amount);
        if (way == Allowing.Approval) {
            vm.prank(user);
            asset.approve(spender, amount);
            return calls[0];
        }
        uint256 deadline = vm.getBlockTimestamp();
        ERC20Permit token = ERC20Permit(address(asset));
        (uint8 v, bytes32 r, bytes32 s) = signPermit(keyOf(user), token, spender, amount, deadline);
        if (way == Allowing.SubmittedPermit) token.permit(user, spender, amount, deadline, v, r, s);
        return abi.encodePacked(calls[1], abi.encode(deadline, v, r, s));
    }

    /// @dev Undoes `allow` after a refused payment.
    function takeBack(IERC20 asset, address user, address spender, uint256 amount) internal {
        vm.prank(user);
        asset.approve(spender, 0);
        vm.prank(user);
        asset.transfer(address(this), amount);
    }

    /// @dev Calls `target` as `user`. If `asset` is the hooked token, the agent attempts its call during the transfer.
    function callHooked(IERC20 asset, address user, address target, bytes memory data)
        internal
        returns (bool done, bytes memory answer)
    {
        bool hooks = address(asset) == address(hooked);
        if (hooks) hooked.setHook(agent);
        vm.prank(user);
        (done, answer) = target.call(data);
        if (!hooks) return (done, answer);
        hooked.setHook(ITransferHook(address(0)));
        if (agent.called()) hookCalls++;
        if (agent.succeeded()) reentered = true;
    }

    function keyOf(address user) internal view returns (uint256) {
        uint256 index = 0;
        while (users[index] != user) index++;
        return FIRST_KEY + index;
    }
}
