import { parseAbi } from 'viem';
export const erc20PermitAbi = parseAbi(['function nonces(address owner) view returns (uint256)','function eip712Domain() view returns (bytes1 fields, string name, string version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] extensions)']);
