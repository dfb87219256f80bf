# argument: {"bank/user": fair share} to set, none of them to look only. Writes the associations with what is in force as JSON, each with the banks
# around it.
import sqlite3

import flux
import fluxacct.accounting

COLUMNS = {
    "userid": int,
    "bank": str,
    "fairshare": float,
    "max_running_jobs": int,
    "max_active_jobs": int,
    "queues": str,
    "active": int,
    "projects": str,
    "max_nodes": int,
    "max_cores": int,
    "max_sched_jobs": int,
}
RENAMED = {"default_bank": "def_bank", "default_project": "def_project"}


def loaded(handle):
    state = handle.rpc("job-manager.jobtap-query", {"name": "mf_priority.so"}).get()
    return {
        (user["userid"], bank["bank_name"]): bank["fairshare"]
        for user in state["mf_priority_map"]
        for bank in user["banks"]
    }


def record(row, share):
    columns = row.keys()
    fields = {name: kind(row[name]) for name, kind in COLUMNS.items() if name in columns}
    fields.update({name: str(row[column]) for column, name in RENAMED.items()})
    fields["fairshare"] = float(share)
    return fields


def around(bank):
    """From the bank to the root."""
    banks = []
    while bank and bank not in banks:
        banks.append(bank)
        bank = parents.get(bank)
    return banks


connection = sqlite3.connect("file:" + fluxacct.accounting.DB_PATH + "?mode=ro", uri=True)
connection.row_factory = sqlite3.Row
rows = {row["bank"] + "/" + row["username"]: row for row in connection.execute("SELECT * FROM association_table")}
parents = dict(connection.execute("SELECT bank, parent_bank FROM bank_table").fetchall())
handle = flux.Flux()
records = [record(rows[name], share) for name, share in argument.items() if name in rows]
if records:
    handle.rpc("job-manager.mf_priority.rec_update", {"data": records}).get()
    handle.rpc("job-manager.mf_priority.reprioritize").get()
shares = loaded(handle)
print(
    json.dumps(
        [
            {
                "user": row["username"],
                "bank": row["bank"],
                "banks": around(row["bank"]),
                "theirs": float(row["fairshare"]),
                "loaded": shares[(row["userid"], row["bank"])],
            }
            for row in rows.values()
            if (row["userid"], row["bank"]) in shares
        ]
    )
)
