package io.fairstream.testing;

import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.PlainJson;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * Synthetic rows of a small fleet, which agree with each other: alice's h1 (4 CPUs of 1 GFLOPS) works for einstein on 2 and 4 March
 * 2026; bob's h2 (2 CPUs of 1 GFLOPS and a GPU of 1 TFLOPS) on 2 March for einstein on the GPU, and for rosetta's app fold on the
 * CPUs, of which it reported more than it can have done.
 */
public final class SyntheticVolunteers {
    /** Four CPU hours of h1: 14,400 s and 1.44e13 FLOP. */
    private static final String H1_HOUR = "\"cpuMicros\":14400000000,\"cpuMflop\":14400000";

    private static final String FOLD = "\"cpuMicros\":7200000000,\"cpuMflop\":7200000,\"jobsFailed\":1";
    private static final String GPU = "\"gpuMicros\":3600000000,\"gpuMflop\":3600000000,\"jobsSucceeded\":1";

    public static final List<Host> HOSTS = rows(Host.class, """
            {"host":"h1","user":"alice","processors":4,"gpus":0,"usableGpu":false,"vmExtensionsDisabled":false,"cpuSeconds":28800,\
            "gpuSeconds":0,"cpuFlops":2.88e13,"gpuFlops":0,"jobsSucceeded":2,"jobsFailed":0,"lastReport":"2026-03-04T01:00:00Z"}
            {"host":"h2","user":"bob","processors":2,"gpus":1,"usableGpu":true,"vmExtensionsDisabled":false,"cpuSeconds":7200,\
            "gpuSeconds":3600,"cpuFlops":7.2e12,"gpuFlops":3.6e15,"jobsSucceeded":1,"jobsFailed":1,\
            "capped":{"cpuSeconds":800,"gpuSeconds":0,"cpuFlops":8e11,"gpuFlops":0,"jobsSucceeded":0,"jobsFailed":0},\
            "lastReport":"2026-03-02T11:00:00Z"}
            {"host":"h3","user":"bob","processors":1,"gpus":0,"usableGpu":false,"vmExtensionsDisabled":false,"cpuSeconds":0,\
            "gpuSeconds":0,"cpuFlops":0,"gpuFlops":0,"jobsSucceeded":0,"jobsFailed":0,"lastReport":"2026-03-02T11:00:00Z"}
            """);

    public static final List<Daily> DAILY = rows(
            Daily.class,
            String.join(
                    "\n",
                    day("TOTAL", "", 2, work(21600, 3600, 2.16e13, 3.6e15, 2, 1), work(0, 0, 0, 0, 0, 0), 3, 1, 2),
                    day(
                            "TOTAL",
                            "",
                            4,
                            work(14400, 0, 1.44e13, 0, 1, 0),
                            work(21600, 3600, 2.16e13, 3.6e15, 2, 1),
                            3,
                            1,
                            2),
                    day("PROJECT", "einstein", 2, work(14400, 3600, 1.44e13, 3.6e15, 2, 0), work(0, 0, 0, 0, 0, 0)),
                    day(
                            "PROJECT",
                            "einstein",
                            4,
                            work(14400, 0, 1.44e13, 0, 1, 0),
                            work(14400, 3600, 1.44e13, 3.6e15, 2, 0)),
                    day("PROJECT", "rosetta", 2, work(7200, 0, 7.2e12, 0, 0, 1), work(0, 0, 0, 0, 0, 0)),
                    day("USER", "alice", 2, work(14400, 0, 1.44e13, 0, 1, 0), work(0, 0, 0, 0, 0, 0)),
                    day("USER", "alice", 4, work(14400, 0, 1.44e13, 0, 1, 0), work(14400, 0, 1.44e13, 0, 1, 0)),
                    day("USER", "bob", 2, work(7200, 3600, 7.2e12, 3.6e15, 1, 1), work(0, 0, 0, 0, 0, 0))));

    /** Einstein is owed 1e12 FLOP an hour from the begin of 2 March on, up to 2e15; nobody said what rosetta is owed. */
    public static final List<Balance> BALANCES = rows(Balance.class, """
            {"target":"einstein","project":"einstein","unit":"FLOPs","balance":-2.5808e15,"initialBalance":1e15,"accrued":4.8e13,\
            "withheld":0,"charged":3.6288e15,"asOf":"2026-03-04T00:00:00Z","accrual":1e12,"interval":3600,\
            "start":"2026-03-02T00:00:00Z","cap":2e15,\
            "days":[{"day":"2026-03-02","amount":3.6144e15},{"day":"2026-03-04","amount":1.44e13}]}
            {"target":"rosetta","project":"rosetta","unit":"FLOPs","days":[{"day":"2026-03-02","amount":7.2e12}]}
            {"target":"rosetta/fold","project":"rosetta","app":"fold","unit":"FLOPs","days":[{"day":"2026-03-02","amount":7.2e12}]}
            """);

    /** The journal: what users are charged, and the sums of projects and of all. */
    public static final List<Charge> CHARGES = Stream.of(
                    done(
                            "DAY",
                            "user|alice",
                            "h1",
                            "2026-03-02T08",
                            9,
                            part("einstein", "", H1_HOUR + ",\"jobsSucceeded\":1")),
                    done(
                            "DAY",
                            "user|bob",
                            "h2",
                            "2026-03-02T10",
                            11,
                            part("einstein", "", GPU)
                                    + ","
                                    + part(
                                            "rosetta",
                                            "fold",
                                            FOLD + ",\"cut\":{\"cpuMicros\":800000000,\"cpuMflop\":800000}")),
                    done(
                            "DAY",
                            "user|alice",
                            "h1",
                            "2026-03-04T00",
                            1,
                            part("einstein", "", H1_HOUR + ",\"jobsSucceeded\":1")),
                    done(
                            "TARGET",
                            "einstein",
                            "",
                            "2026-03-02T08",
                            9,
                            part("einstein", "", H1_HOUR + ",\"jobsSucceeded\":1")),
                    done("TARGET", "einstein", "", "2026-03-02T10", 11, part("einstein", "", GPU)),
                    done("TARGET", "rosetta", "", "2026-03-02T10", 11, part("rosetta", "fold", FOLD)),
                    done(
                            "TARGET",
                            "einstein",
                            "",
                            "2026-03-04T00",
                            1,
                            part("einstein", "", H1_HOUR + ",\"jobsSucceeded\":1")),
                    done(
                            "DAY",
                            "project|einstein",
                            "",
                            "2026-03-02T08",
                            11,
                            part(
                                    "einstein",
                                    "",
                                    H1_HOUR + "," + GPU.replace("\"jobsSucceeded\":1", "\"jobsSucceeded\":2"))),
                    done("DAY", "project|rosetta", "", "2026-03-02T10", 11, part("rosetta", "", FOLD)),
                    done(
                            "DAY",
                            "project|einstein",
                            "",
                            "2026-03-04T00",
                            1,
                            part("einstein", "", H1_HOUR + ",\"jobsSucceeded\":1")),
                    done(
                            "DAY",
                            "total|",
                            "",
                            "2026-03-02T08",
                            11,
                            part(
                                    "",
                                    "",
                                    "\"cpuMicros\":21600000000,\"gpuMicros\":3600000000,\"cpuMflop\":21600000,"
                                            + "\"gpuMflop\":3600000000,\"jobsSucceeded\":2,\"jobsFailed\":1")),
                    done("DAY", "total|", "", "2026-03-04T00", 1, part("", "", H1_HOUR + ",\"jobsSucceeded\":1")))
            .map(line -> PlainJson.read(Charge.class, line))
            .toList();

    private SyntheticVolunteers() {}

    public static String key(Daily row) {
        return row.getScope().name().toLowerCase(Locale.ROOT) + "|" + row.getId() + "|" + row.getDay();
    }

    private static <V extends SpecificRecord> List<V> rows(Class<V> type, String lines) {
        return lines.lines().map(line -> PlainJson.read(type, line)).toList();
    }

    private static String day(String scope, String id, int day, String delta, String total) {
        return String.format(
                "{\"scope\":\"%s\",\"id\":\"%s\",\"day\":\"2026-03-%02d\",\"delta\":%s,\"total\":%s}",
                scope, id, day, delta, total);
    }

    private static String day(
            String scope, String id, int day, String delta, String total, int hosts, int gpuHosts, int users) {
        String row = day(scope, id, day, delta, total);
        return String.format(
                "%s,\"activeHosts\":%d,\"activeGpuHosts\":%d,\"activeUsers\":%d}",
                row.substring(0, row.length() - 1), hosts, gpuHosts, users);
    }

    private static String work(
            double cpuSeconds, double gpuSeconds, double cpuFlops, double gpuFlops, int succeeded, int failed) {
        return "{\"cpuSeconds\":" + cpuSeconds + ",\"gpuSeconds\":" + gpuSeconds + ",\"cpuFlops\":" + cpuFlops
                + ",\"gpuFlops\":" + gpuFlops + ",\"jobsSucceeded\":" + succeeded + ",\"jobsFailed\":" + failed + "}";
    }

    private static String part(String project, String app, String amounts) {
        return "{\"project\":\"" + project + "\",\"app\":\"" + app + "\"," + amounts + "}";
    }

    /** From that hour to another of the day. */
    private static String done(String kind, String account, String host, String from, int to, String parts) {
        String dimensions = host.isEmpty() ? "{}" : "{\"host\":\"" + host + "\"}";
        return String.format(
                "{\"kind\":\"%s\",\"account\":\"%s\",\"ledger\":\"HOST\",\"thing\":\"%s\","
                        + "\"cause\":{\"topic\":\"fairstream.host-reports\",\"partition\":0,\"offset\":1},\"dimensions\":%s,"
                        + "\"capped\":%s,\"entry\":{\"WorkDone\":{\"from\":\"%s:00:00Z\",\"to\":\"%sT%02d:00:00Z\",\"parts\":[%s]}}}",
                kind,
                account,
                host,
                dimensions,
                parts.contains("cut"),
                from,
                from.substring(0, "2026-03-02".length()),
                to,
                parts);
    }
}
