// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {DemoCollectible} from "../src/demo/DemoCollectible.sol";
import {DemoHostileCollectible} from "../src/demo/DemoHostileCollectible.sol";
import {DemoPasses} from "../src/demo/DemoPasses.sol";
import {PeopleTest} from "./support/PeopleTest.sol";
import {VaultTest} from "./support/VaultTest.sol";

contract DemoTokensTest is VaultTest {
    function test_NamesAndDecimalsAreTheArguments() public view {
        vm.assertEq(token.name(), "Test USDT");
        vm.assertEq(token.symbol(), "tUSDT");
        vm.assertEq(token.decimals(), 6);
        vm.assertEq(permitToken.name(), "Test DAI");
        vm.assertEq(permitToken.symbol(), "tDAI");
        vm.assertEq(permitToken.decimals(), 18);
    }

    function test_WholeSupplyGoesToTheSupplyOwner() public view {
        vm.assertEq(token.totalSupply(), 1e15);
        vm.assertEq(token.balanceOf(address(this)), 1e15);
        vm.assertEq(permitToken.balanceOf(address(this)), permitToken.totalSupply());
    }

    function test_PlainTokenHasNoPermit() public {
        (bool answered,) = address(token).call(abi.encodeCall(ERC20Permit.nonces, (address(this))));
        vm.assertFalse(answered);
    }

    function test_PermitDomainNamesTokenVersionAndChain() public view {
        (, string memory name, string memory version, uint256 chainId, address verifyingContract,,) =
            permitToken.eip712Domain();
        vm.assertEq(name, "Test DAI");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(verifyingContract, address(permitToken));
    }
}

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
