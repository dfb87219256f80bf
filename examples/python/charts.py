"""Four charts of a cluster's journal: python3 charts.py EXPORTED_DIR PICTURES_DIR. Needs matplotlib, and duckdb of PyPI."""
import sys
import duckdb
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  the way of drawing is chosen first

HALF_LIFE = 7 * 86400.0
exported, pictures = sys.argv[1:3]
database = duckdb.connect()
database.execute("SET TimeZone = 'UTC'")
database.execute(f"CREATE VIEW charges AS FROM read_parquet('{exported}/charges/**/*.parquet')")
database.execute("""
    CREATE TABLE runs AS  -- what jobs held, and how long
    SELECT account.split('/')[-2] AS bank, account.split('/')[-1] AS user, processors, since AS start, "at" AS stop
    FROM charges WHERE kind = 'ASSOCIATION' AND entry = 'HoldingChange' AND holdings = -1 AND "at" > since
    """)


def used_by_day(axes):
    """Mean of the processors in use on each day, of the five banks with the most and of all others."""
    rows = database.sql("""
        WITH days AS (SELECT unnest(generate_series(min(start)::DATE, max(stop)::DATE, INTERVAL 1 DAY)) AS day FROM runs),
             most AS (SELECT bank, true AS is_shown FROM runs GROUP BY bank
                      ORDER BY sum(processors * epoch(stop - start)) DESC LIMIT 5),
             named AS (SELECT if(is_shown, bank, 'others') AS name, processors, start, stop FROM runs LEFT JOIN most USING (bank))
        SELECT day, name, sum(processors * (epoch(least(stop, day + INTERVAL 1 DAY)) - epoch(greatest(start, day)))) / 86400
        FROM days JOIN named ON start < day + INTERVAL 1 DAY AND stop > day
        GROUP BY day, name ORDER BY name = 'others', name, day
        """).fetchall()
    days = sorted({day for day, _, _ in rows})
    names = list(dict.fromkeys(name for _, name, _ in rows))
    used = {(day, name): processors for day, name, processors in rows}
    axes.stackplot(days, [[used.get((day, name), 0) for day in days] for name in names], labels=names, linewidth=0)
    axes.legend(fontsize=8, ncol=6, loc="upper left", frameon=False)
    axes.set_ylim(0, 1.25 * max(sum(used.get((day, name), 0) for name in names) for day in days))


def waited(axes):
    """How long jobs waited, by how many processors they got: half of them, and nine of ten."""
    rows = database.sql("""
        SELECT 2 ** ceil(log2(allocated))::INT AS width, count(*) AS jobs,
               quantile_cont(epoch("at" - submitted) / 3600, [0.5, 0.9]) AS hours
        FROM charges WHERE entry = 'JobStatement' AND allocated > 0 AND "at" >= submitted
        GROUP BY width HAVING jobs >= 20 ORDER BY width
        """).fetchall()
    places = range(len(rows))
    axes.bar([place - 0.2 for place in places], [hours[0] for _, _, hours in rows], 0.4, label="half of them, at most")
    axes.bar([place + 0.2 for place in places], [hours[1] for _, _, hours in rows], 0.4, label="nine of ten, at most")
    axes.set_xticks(list(places), [f"{int(width):,}" for width, _, _ in rows])
    axes.set_xlabel("processors, up to")
    axes.set_yscale("log")
    axes.legend(fontsize=8, frameon=False)


def shared(axes):
    """Which part of all processor time the users with the most had."""
    used = [seconds for seconds, in database.sql("""
        SELECT sum(processors * epoch(stop - start)) AS used FROM runs GROUP BY user ORDER BY used DESC
        """).fetchall()]
    axes.plot(range(1, len(used) + 1), [100 * sum(used[:i]) / sum(used) for i in range(1, len(used) + 1)])
    axes.set_xlabel(f"users with the most, of {len(used)}")
    axes.set_ylim(0, 102)


def faded(axes):
    """Processors held by the four users with the most, smoothed with the half-life: what fair share goes by."""
    rows = database.sql("""
        WITH most AS (SELECT user FROM runs GROUP BY user ORDER BY sum(processors * epoch(stop - start)) DESC LIMIT 4)
        SELECT account, event_time, sum(allocated)
        FROM charges WHERE kind = 'USER' AND allocated <> 0 AND account IN (FROM most)
        GROUP BY account, event_time ORDER BY account, event_time
        """).fetchall()
    for user in dict.fromkeys(user for user, _, _ in rows):
        times, values, held, smooth = [], [], 0, 0.0
        for at, change in ((at, change) for name, at, change in rows if name == user):
            rest = 0.5 ** ((at - times[-1]).total_seconds() / HALF_LIFE) if times else 1
            smooth = held + (smooth - held) * rest
            held += change
            times.append(at)
            values.append(smooth)
        axes.plot(times, values, label=user, linewidth=1)
    axes.legend(fontsize=8, frameon=False)


for paint, title, unit in (
    (used_by_day, "Processors in use, mean of each day, by bank", "processors"),
    (waited, "How long jobs waited", "hours"),
    (shared, "Who had the machine", "% of processor time"),
    (faded, "What four users held, with a half-life of a week", "processors"),
):
    figure, chart = plt.subplots(figsize=(8, 3.2), dpi=100)
    paint(chart)
    chart.set_title(title, loc="left", fontsize=11)
    chart.set_ylabel(unit)
    chart.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(f"{pictures}/charts-{paint.__name__.replace('_', '-')}.png")
