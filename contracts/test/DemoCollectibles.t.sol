// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {DemoCollectible} from "../src/demo/DemoCollectible.sol";
import {DemoHostileCollectible} from "../src/demo/DemoHostileCollectible.sol";
import {DemoPasses} from "../src/demo/DemoPasses.sol";
import {PeopleTest} from "./support/PeopleTest.sol";

contract DemoCollectiblesTest is PeopleTest {
    bytes private constant JSON = "data:application/json;base64,";

    function holders() private view returns (address[] memory list) {
        list = new address[](2);
        (list[0], list[1]) = (ALICE, BOB);
    }

    function assertJson(string memory uri) private pure {
        bytes memory start = new bytes(JSON.length);
        for (uint256 i = 0; i < start.length; i++) start[i] = bytes(uri)[i];
        vm.assertEq(start, JSON);
    }

    function test_CollectiblesGoToTheirHoldersInOrder() public {
        DemoCollectible harbours = new DemoCollectible(holders());
        vm.assertEq(harbours.ownerOf(1), ALICE);
        vm.assertEq(harbours.ownerOf(2), BOB);
        assertJson(harbours.tokenURI(2));
    }

    function test_CollectibleThatIsNotThereHasNoMetadata() public {
        DemoCollectible harbours = new DemoCollectible(holders());
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 3));
        harbours.tokenURI(3);
    }

    function test_PassesGoToEveryHolderByKind() public {
        DemoPasses passes = new DemoPasses(holders());
        for (uint256 id = 1; id <= 3; id++) {
            vm.assertEq(passes.balanceOf(ALICE, id), id);
            vm.assertEq(passes.balanceOf(BOB, id), id);
            assertJson(passes.uri(id));
        }
    }

    function test_PassThatIsNotThereHasNoMetadata() public {
        DemoPasses passes = new DemoPasses(holders());
        vm.expectRevert(abi.encodeWithSelector(DemoPasses.UnknownPass.selector, 0));
        passes.uri(0);
        vm.expectRevert(abi.encodeWithSelector(DemoPasses.UnknownPass.selector, 4));
        passes.uri(4);
    }

    function test_HostileCollectiblesAnswerAllButOne() public {
        DemoHostileCollectible hostile = new DemoHostileCollectible(ALICE);
        for (uint256 id = 1; id <= 6; id++) {
            vm.assertEq(hostile.ownerOf(id), ALICE);
            assertJson(hostile.tokenURI(id));
        }
        vm.expectRevert(abi.encodeWithSelector(DemoHostileCollectible.NoMetadata.selector, 7));
        hostile.tokenURI(7);
    }
}
