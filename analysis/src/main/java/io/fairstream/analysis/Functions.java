package io.fairstream.analysis;

import io.fairstream.rules.decay.HalfLife;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBScalarFunctionBuilder;

/**
 * SQL functions that evaluate a row at an instant, like {@code PriorityAt}, {@code AssociationUsageAt} and similar
 * classes. Decay is computed by the same Java code, so that results are equal to the last digit; the rest is SQL.
 */
final class Functions {
    /**
     * A function.
     *
     * @param name in SQL
     * @param parameters after the row, each with a comma before it
     * @param table whose rows it accepts; empty for any with the columns that it uses
     * @param doc description of its result
     * @param definition in SQL
     */
    public record Function(String name, String parameters, String table, String doc, String definition) {
        /** Returns the form of a call. */
        public String call() {
            return name + "(row" + parameters + ")";
        }
    }

    /** Milliseconds since the row's instant. */
    private static final String MILLIS = "millis_between(struct_extract(r, 'as_of'), t)";

    private static final String LEASES = "from_json(struct_extract(r, 'leases'),"
            + " '[{\"kind\":\"VARCHAR\",\"value\":\"DOUBLE\",\"at\":\"TIMESTAMPTZ\",\"until\":\"TIMESTAMPTZ\",\"prior\":\"DOUBLE\"}]')";

    /** Macros that the other functions are built on. */
    private static final List<String> INNER = List.of(
            "CREATE MACRO millis_between(begun, t) AS CASE WHEN CAST(t AS TIMESTAMPTZ) < begun"
                    + " THEN error('time: ' || CAST(t AS TIMESTAMPTZ) || ' (expected: not before the row''s own, ' || begun || ')')"
                    + " ELSE epoch_ms(CAST(t AS TIMESTAMPTZ)) - epoch_ms(begun) END",
            "CREATE MACRO advanced(start, w, millis, h) AS CASE WHEN millis = 0 OR (start = 0.5::DOUBLE AND w <= 0.5::DOUBLE)"
                    + " THEN start ELSE greatest(0.5::DOUBLE, w + (start - w) * what_is_left(millis::DOUBLE, h)) END",
            "CREATE MACRO newest_lease(leases) AS CASE WHEN len(leases) = 0 THEN NULL ELSE"
                    + " list_reduce(leases, lambda a, b: CASE WHEN b.\"at\" > a.\"at\" THEN b ELSE a END) END",
            "CREATE MACRO grown_s(total, rate, millis) AS total + rate * (millis::DECIMAL(18,0) / 1000)::DECIMAL(18,3)");

    /** Functions for users. */
    public static final List<Function> ALL = List.of(
            new Function(
                    "real_priority_at",
                    ", t",
                    "priorities",
                    "Real user priority at t, in slot weight.",
                    "advanced(greatest(0.5::DOUBLE, struct_extract(r, 'real_priority')), coalesce(struct_extract(r,"
                            + " 'subtree_weight_in_use'), struct_extract(r, 'weight_in_use')), " + MILLIS
                            + ", struct_extract(r, 'half_life_s'))"),
            new Function(
                    "priority_factor_at",
                    ", t",
                    "priorities",
                    "Priority factor at t: what leases that end before it leave.",
                    "factor_of_leases(list_filter(" + LEASES
                            + ", lambda x: x.kind = 'FACTOR'), struct_extract(r, 'priority_factor'), t)"),
            new Function(
                    "priority_at",
                    ", t",
                    "priorities",
                    "Effective user priority at t: the real one times the factor.",
                    "real_priority_at(r, t) * priority_factor_at(r, t)"),
            new Function(
                    "accumulated_usage_at",
                    ", t",
                    "priorities",
                    "Resource-seconds up to t.",
                    "struct_extract(r, 'accumulated_usage_s') + struct_extract(r, 'resources_in_use') * (" + MILLIS
                            + " / 1000::DOUBLE)"),
            new Function(
                    "weighted_usage_at",
                    ", t",
                    "priorities",
                    "Slot weight x seconds up to t.",
                    "struct_extract(r, 'weighted_accumulated_usage_s') + struct_extract(r, 'weight_in_use') * ("
                            + MILLIS + " / 1000::DOUBLE)"),
            new Function(
                    "usage_at",
                    ", t",
                    "association_usage",
                    "Decayed usage at t as Slurm means it, node-seconds.",
                    "struct_extract(r, 'smooth_usage_node_s') * what_is_left(" + MILLIS
                            + "::DOUBLE, struct_extract(r, 'half_life_s')) + what_is_added(struct_extract(r, 'weight_in_use'), "
                            + MILLIS
                            + ", struct_extract(r, 'half_life_s'))"),
            new Function(
                    "cpu_allocated_at",
                    ", t",
                    "",
                    "CPU time allocated up to t, s, exact; of job_accounting and user_accounting.",
                    "grown_s(struct_extract(r, 'cpu_time_allocated_s'), struct_extract(r, 'processors_allocated'), "
                            + MILLIS + ")"),
            new Function(
                    "cpu_reserved_at",
                    ", t",
                    "",
                    "CPU time reserved up to t, s, exact; of job_accounting and user_accounting.",
                    "grown_s(struct_extract(r, 'cpu_time_reserved_s'), struct_extract(r, 'processors_reserved'), "
                            + MILLIS + ")"),
            new Function(
                    "decayed_cpu_allocated_at",
                    ", t",
                    "user_accounting",
                    "CPU time allocated that counts at t, s.",
                    "what_is_left(" + MILLIS
                            + "::DOUBLE, struct_extract(r, 'half_life_s')) * struct_extract(r, 'decayed_cpu_allocated_s') +"
                            + " what_is_added(struct_extract(r, 'processors_allocated')::DOUBLE, " + MILLIS
                            + ", struct_extract(r, 'half_life_s'))"),
            new Function(
                    "down_at",
                    ", t",
                    "nodes",
                    "DOWN time of a node up to t, s, exact: what silence adds, too.",
                    "down_after(struct_extract(r, 'down_s'), struct_extract(r, 'processors'), struct_extract(r, 'silence_s'),"
                            + " millis_between(struct_extract(r, 'covered_until'), t))"));

    private static final List<String> KERNELS = List.of(
            "CREATE MACRO factor_of_leases(leases, otherwise, t) AS CASE WHEN len(leases) = 0 THEN otherwise ELSE"
                    + " coalesce(struct_extract(newest_lease(list_filter(leases, lambda x: x.\"until\" > CAST(t AS"
                    + " TIMESTAMPTZ))), 'value'),"
                    + " struct_extract(newest_lease(leases), 'prior')) END",
            "CREATE MACRO what_is_added(rate, millis, h) AS rate * one_minus_what_is_left(millis::DOUBLE, h) * h / "
                    + Math.log(2) + "::DOUBLE",
            "CREATE MACRO down_after(down, processors, silence, millis) AS CASE WHEN (millis::DECIMAL(18,0) /"
                    + " 1000)::DECIMAL(18,3) > silence"
                    + " THEN grown_s(down, processors, millis) ELSE down END");

    private Functions() {}

    /** Creates the functions. */
    static void install(Database database) throws SQLException {
        try (DuckDBScalarFunctionBuilder left = DuckDBFunctions.scalarFunction();
                DuckDBScalarFunctionBuilder gone = DuckDBFunctions.scalarFunction()) {
            left.withName("what_is_left")
                    .withParameters(Double.class, Double.class)
                    .withReturnType(Double.class)
                    .withDoubleFunction((millis, seconds) -> new HalfLife(seconds).beta((long) millis))
                    .register(database.connection());
            gone.withName("one_minus_what_is_left")
                    .withParameters(Double.class, Double.class)
                    .withReturnType(Double.class)
                    .withDoubleFunction((millis, seconds) -> new HalfLife(seconds).oneMinusBeta((long) millis))
                    .register(database.connection());
        }
        for (String statement : INNER) {
            database.execute(statement);
        }
        for (String statement : KERNELS) {
            database.execute(statement);
        }
        for (Function function : ALL) {
            database.execute(
                    "CREATE MACRO " + function.name() + "(r" + function.parameters() + ") AS " + function.definition());
        }
    }
}
