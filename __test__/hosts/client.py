"""Calls tools of a server with the Python client of MCP, and fails where a call throws or ends in another way than it should."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main():
    task = json.loads(sys.argv[1])
    server = StdioServerParameters(command=task["command"], args=task["args"])
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        await session.initialize()
        await session.list_tools()
        for name, args, is_error in task["calls"]:
            result = await session.call_tool(name, args)
            failed = getattr(result, "isError", None)
            if failed is None:
                failed = result.is_error
            if bool(failed) != is_error or not result.content[0].text:
                raise SystemExit(f"{name} {args}: {result}")
        print(f"{len(task['calls'])} calls as expected")


asyncio.run(main())
