// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {TestBase} from "./TestBase.sol";

/// @dev The function of Multicall3 that the tests call.
interface IMulticall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory);
}

/// @dev Deploys Multicall3 from the creation code that viem contains, as the local chains do.
abstract contract Multicall3Test is TestBase {
    string private constant SOURCE = "node_modules/viem/constants/contracts.ts";
    string private constant NAME = "multicall3Bytecode =\n  '";

    function deployMulticall3() internal returns (IMulticall3 deployed) {
        string memory source = vm.split(vm.readFile(SOURCE), NAME)[1];
        bytes memory code = vm.parseBytes(vm.split(source, "'")[0]);
        assembly {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        vm.assertTrue(address(deployed).code.length > 0);
    }
}
