package io.fairstream.query.volunteers;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.schemas.Work;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Columns of the six quantities of volunteers' work, work in both units. */
final class WorkColumns {
    private final WorkUnit unit;

    /** @param unit of work for people */
    WorkColumns(WorkUnit unit) {
        this.unit = unit;
    }

    /**
     * Adds columns of some work of a row; empty for rows without it.
     *
     * @param prefix of their names; empty for none
     * @param isShown whether people see them
     */
    <R> void add(Columns<R> columns, String prefix, boolean isShown, Function<R, @Nullable Work> work) {
        add(columns, isShown, name(prefix, "cpuSeconds"), Format.HOURS, work, Work::getCpuSeconds);
        add(columns, isShown, name(prefix, "gpuSeconds"), Format.HOURS, work, Work::getGpuSeconds);
        for (WorkUnit each : WorkUnit.values()) {
            boolean isWanted = isShown && each == unit;
            add(
                    columns,
                    isWanted,
                    name(prefix, "cpu" + each.word()),
                    Format.LARGE,
                    work,
                    some -> each.of(some.getCpuFlops()));
            add(
                    columns,
                    isWanted,
                    name(prefix, "gpu" + each.word()),
                    Format.LARGE,
                    work,
                    some -> each.of(some.getGpuFlops()));
        }
        add(columns, isShown, name(prefix, "jobsSucceeded"), Format.WHOLE, work, Work::getJobsSucceeded);
        add(columns, isShown, name(prefix, "jobsFailed"), Format.WHOLE, work, Work::getJobsFailed);
    }

    /** Adds the work of CPUs and GPUs together: {@code flops} and {@code ec}. */
    <R> void addBoth(Columns<R> columns, Function<R, Work> work) {
        for (WorkUnit each : WorkUnit.values()) {
            columns.add(
                    each.word().toLowerCase(Locale.ROOT),
                    Format.LARGE,
                    row -> each.of(LeaderQuantity.WORK.of(work.apply(row))));
            if (each != unit) {
                columns.unshown();
            }
        }
    }

    private static String name(String prefix, String field) {
        return prefix.isEmpty() ? field : prefix + field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    }

    private static <R> void add(
            Columns<R> columns,
            boolean isShown,
            String name,
            Format format,
            Function<R, @Nullable Work> work,
            Function<Work, Number> quantity) {
        columns.add(name, format, row -> {
            Work some = work.apply(row);
            return some == null ? null : quantity.apply(some);
        });
        if (!isShown) {
            columns.unshown();
        }
    }
}
