"""Mutants of the server: python3 mutate.py draw COUNT SEED prints some, write ID FOLDER makes one.

Draws from the modules of the service alone: the arrangement API is the server's own.
"""

import ast
import hashlib
import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
BESIDES = {"__init__", "__main__", "control_endpoints", "person", "sandbox_endpoints", "world"}
FLIPS = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
         ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn,
         ast.NotIn: ast.In}
REMOVED = (ast.Expr, ast.Raise, ast.AugAssign, ast.Delete, ast.Continue)


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def replacements(node, strings):
    """What may stand in the place of a node: pairs of the kind of edit and the new node."""
    if isinstance(node, ast.Compare):
        flipped = [FLIPS[type(node.ops[0])](), *node.ops[1:]]
        yield "Comparison", ast.Compare(node.left, flipped, node.comparators)
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "Boolean", ast.BoolOp(other, node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "Boolean", node.operand
    elif isinstance(node, ast.IfExp):
        yield "Condition", node.body
        yield "Condition", node.orelse
    elif isinstance(node, ast.If):
        for value in (True, False):
            yield "Condition", ast.If(ast.Constant(value), node.body, node.orelse)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "Condition", ast.comprehension(node.target, node.iter, [], node.is_async)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "Boolean", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "Number", ast.Constant(node.value + 1)
        yield "Number", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(strings) > 1:
        after = strings[(strings.index(node.value) + 1) % len(strings)]
        yield "String", ast.Constant(after)
    is_store = isinstance(node, ast.Assign) and not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    if is_store or isinstance(node, REMOVED) and not is_docstring(node):
        yield "Removal", ast.Pass()


def edits(tree):
    """Every edit of a module: kind, the old node, its holder and how it is reached, the new node."""
    strings = list(dict.fromkeys(
        node.value for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier()))
    for parent in ast.walk(tree):
        if isinstance(parent, (ast.JoinedStr, ast.FormattedValue)) or is_docstring(parent):
            continue
        for field, value in ast.iter_fields(parent):
            nodes = value if isinstance(value, list) else [value]
            for at, node in enumerate(nodes):
                if not isinstance(node, ast.AST):
                    continue
                plain = isinstance(node, ast.Constant) and isinstance(node.value, str)
                if plain and node.value not in strings:
                    continue
                for kind, new in replacements(node, strings):
                    yield kind, node, parent, field, at if isinstance(value, list) else None, new


def head(node):
    """The first line of a node, without the block that it heads."""
    return ast.unparse(node).partition("\n")[0]


def put_in_place(parent, field, at, new):
    if at is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[at] = new


def mutants(wanted=None):
    """Every mutant with the name of its module; the one that is wanted with the module's text too."""
    for path in sorted((HERE / "server").glob("*.py")):
        if path.stem in BESIDES:
            continue
        source = path.read_text()
        tree, lines = ast.parse(source), source.splitlines()
        for number, (kind, old, parent, field, at, new) in enumerate(edits(tree)):
            line = getattr(old, "lineno", None) or getattr(old.target, "lineno", 1)
            identifier, text = f"{path.stem}-{number}", None
            if identifier == wanted:
                put_in_place(parent, field, at, new)
                text = ast.unparse(ast.fix_missing_locations(tree))
            yield {"id": identifier, "file": f"server/{path.name}", "line": line,
                   "mutator": kind, "original": head(old), "replacement": head(new),
                   "source": lines[line - 1].strip()}, path.name, text
            if text is not None:
                return


def draw(count, seed):
    """The mutants whose keys come first when hashed with the seed."""
    every = [mutant for mutant, _, _ in mutants()]

    def place(one):
        key = f"{seed} {one['id']} {one['source']} {one['original']} {one['replacement']}"
        return hashlib.sha256(key.encode()).hexdigest()

    return {"total": len(every), "drawn": sorted(every, key=place)[:count]}


def write(identifier, folder):
    """A copy of the server, with that mutant in it."""
    text, name = next((text, name) for _, name, text in mutants(identifier) if text is not None)
    shutil.copytree(HERE / "server", Path(folder) / "server",
                    ignore=shutil.ignore_patterns("__pycache__"))
    (Path(folder) / "server" / name).write_text(text)


if __name__ == "__main__":
    if sys.argv[1] == "draw":
        print(json.dumps(draw(int(sys.argv[2]), sys.argv[3])))
    else:
        write(sys.argv[2], sys.argv[3])
