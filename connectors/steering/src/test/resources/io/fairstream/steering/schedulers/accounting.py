import os
import sqlite3

DB_PATH = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "accounting.db")

if not os.path.exists(DB_PATH):
    connection = sqlite3.connect(DB_PATH)
    connection.execute(
        "CREATE TABLE association_table (username, userid, bank, default_bank, fairshare, max_running_jobs, max_active_jobs,"
        " queues, active, projects, default_project, max_nodes, max_cores, max_sched_jobs, job_usage)"
    )
    connection.execute("CREATE TABLE bank_table (bank, parent_bank)")
    connection.executemany("INSERT INTO bank_table VALUES (?, ?)", [("root", ""), ("science", "root"), ("physics", "science")])
    for row in (
        ("alice", 2001, "physics", "physics", 0.25, 5, 7, "batch,debug", 1, "*", "*", 10, 20, 30, 1.5),
        ("bob", 2002, "physics", "physics", 0.75, 6, 8, "", 1, "p1", "p1", 11, 21, 31, 0.5),
        ("dave", 2004, "physics", "physics", 0.5, 6, 8, "", 1, "p1", "p1", 11, 21, 31, 0.5),
    ):
        connection.execute("INSERT INTO association_table VALUES (" + ",".join("?" * 15) + ")", row)
    connection.commit()
    connection.close()
