// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {ICustody} from "../../src/ICustody.sol";
import {IRecovery} from "../../src/IRecovery.sol";
import {HandlerBase} from "./HandlerBase.sol";

/// @dev Part of the invariant handlers: users name recovery addresses, request, veto, and recover, in any order, often
/// without the right to. A model predicts each outcome.
abstract contract RecoveryHandler is HandlerBase {
    struct Model {
        address named;
        uint256 delay;
        bool isRequested;
        uint256 requestedAt;
    }

    mapping(address => Model) private _models;
    /// @dev Whether a call had another outcome than the model.
    bool public recoveryDiffered;
    uint256 public recoveries;

    function recoverable() internal view virtual returns (IRecovery);

    /// @dev Returns a call that recovers positions of `owner`, and whether there are any.
    function recovering(address owner, uint256 seed) internal view virtual returns (bytes memory call, bool hasAny);

    /// @dev Updates the model of the contract after the call of `recovering`.
    function onRecovered(address owner, address by, uint256 seed) internal virtual;

    function nameRecovery(uint256 seed, uint256 bySeed, uint256 time) external {
        (address user, address by) = (pickUser(seed), pickUser(bySeed));
        uint32 delay = uint32(bound(time, 1 days - 1, 3 days));
        bytes4 refusal = by == user ? IRecovery.InvalidRecoveryAddress.selector : bytes4(0);
        if (refusal == 0 && delay < 1 days) refusal = IRecovery.InvalidRecoveryDelay.selector;
        check(user, abi.encodeCall(IRecovery.setRecovery, (by, delay)), refusal);
        if (refusal == 0) _models[user] = Model(by, delay, false, 0);
    }

    function requestRecovery(uint256 seed, uint256 bySeed) external {
        (address owner, address by) = pickPair(seed, bySeed);
        Model storage model = _models[owner];
        bytes4 refusal = model.named == by ? bytes4(0) : IRecovery.NotRecoveryAddress.selector;
        if (refusal == 0 && model.isRequested) refusal = IRecovery.RecoveryAlreadyRequested.selector;
        check(by, abi.encodeCall(IRecovery.requestRecovery, (owner)), refusal);
        if (refusal == 0) (model.isRequested, model.requestedAt) = (true, vm.getBlockTimestamp());
    }

    function vetoRecovery(uint256 seed) external {
        address user = pickUser(seed);
        bytes4 refusal = _models[user].isRequested ? bytes4(0) : IRecovery.NoRecoveryRequest.selector;
        check(user, abi.encodeCall(IRecovery.vetoRecovery, ()), refusal);
        _models[user].isRequested = false;
    }

    function removeRecovery(uint256 seed) external {
        // Seldom, so that recoveries get through.
        if (seed % 4 != 0) return;
        address user = pickUser(seed / 4);
        check(user, abi.encodeCall(IRecovery.removeRecovery, ()), 0);
        delete _models[user];
    }

    function recover(uint256 seed, uint256 bySeed, uint256 positionSeed) external {
        (address owner, address by) = pickPair(seed, bySeed);
        (bytes memory call, bool hasAny) = recovering(owner, positionSeed);
        bytes4 refusal = recoverRefusal(_models[owner], by);
        if (refusal == 0 && !hasAny) refusal = ICustody.ZeroAmount.selector;
        if (refusal != 0) return check(by, call, refusal);
        // Before the call, so that it can read the state that moves.
        onRecovered(owner, by, positionSeed);
        check(by, call, 0);
        recoveries++;
    }

    function recoverRefusal(Model memory model, address by) private view returns (bytes4) {
        if (model.named != by) return IRecovery.NotRecoveryAddress.selector;
        if (!model.isRequested) return IRecovery.NoRecoveryRequest.selector;
        bool isEarly = vm.getBlockTimestamp() < model.requestedAt + model.delay;
        return isEarly ? IRecovery.RecoveryNotReady.selector : bytes4(0);
    }

    /// @dev Returns an owner and mostly the recovery address, or any user.
    function pickPair(uint256 seed, uint256 bySeed) private view returns (address owner, address by) {
        owner = pickUser(seed);
        by = _models[owner].named;
        if (by == address(0) || bySeed % 4 == 0) by = pickUser(bySeed / 4);
    }

    function check(address caller, bytes memory call, bytes4 refusal) private {
        vm.prank(caller);
        (bool done, bytes memory reason) = address(recoverable()).call(call);
        if (done != (refusal == 0) || (!done && bytes4(reason) != refusal)) recoveryDiffered = true;
    }
}
