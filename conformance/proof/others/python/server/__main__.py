"""Start the server: python3 -m server --port 0 --key KEY"""

import argparse
import ipaddress
import json
import sys

from .http_server import Server
from .service import Service


def is_loopback(host):
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def member(text):
    email, colon, password = text.partition(":")
    if not colon or not email or not password:
        raise argparse.ArgumentTypeError("a member is EMAIL:PASSWORD")
    return email, password


def main():
    parser = argparse.ArgumentParser(prog="python3 -m server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free port")
    parser.add_argument("--key", action="append", required=True, help="an API key; repeatable")
    parser.add_argument("--member", action="append", type=member, default=[],
                        metavar="EMAIL:PASSWORD", help="a member of the first client")
    parser.add_argument("--environment", choices=("sandbox", "production"), default="sandbox")
    parser.add_argument("--sandbox-key", help="demanded as X-Sandbox-Key under /_sandbox")
    parser.add_argument("--profile", type=argparse.FileType(), help="a JSON file of the readings "
                        "that nobody can observe from outside, for /_sandbox/health")
    options = parser.parse_args()
    if not is_loopback(options.host) and not options.sandbox_key:
        parser.error("a server that listens beyond loopback needs --sandbox-key")
    service = Service(options.key, options.environment, options.member, options.sandbox_key)
    service.profile = json.load(options.profile) if options.profile else {}
    server = Server((options.host, options.port), service)
    service.start()
    host, port = server.server_address[:2]
    print(f"listening on http://{host}:{port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
