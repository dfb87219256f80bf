package io.fairstream.cli.report;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.rules.Cobblestones;
import io.fairstream.schemas.Work;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The six quantities of volunteers' work as columns.
 *
 * @param unit of work for people and as CSV; JSON has both
 * @param isJson whether the columns are for JSON
 */
record WorkColumns(Unit unit, boolean isJson) {
    /** What work is counted in. */
    enum Unit {
        /** Floating-point operations. */
        FLOPS("FLOP", "Flops") {
            @Override
            double of(double flops) {
                return flops;
            }
        },
        /** The unit of Science United's note. */
        EC("EC", "Ec") {
            @Override
            double of(double flops) {
                return Cobblestones.of(flops);
            }
        };

        private final String header;
        private final String field;

        Unit(String header, String field) {
            this.header = header;
            this.field = field;
        }

        abstract double of(double flops);
    }

    /** The columns of some work of a row; those of a row without are empty. */
    <R> void add(Sheet<R> sheet, String header, String field, Function<R, @Nullable Work> work) {
        hours(sheet, header + "CPU H", name(field, "cpuSeconds"), work, Work::getCpuSeconds);
        hours(sheet, header + "GPU H", name(field, "gpuSeconds"), work, Work::getGpuSeconds);
        for (Unit each : Unit.values()) {
            if (isJson || each == unit) {
                flops(sheet, each, header + "CPU ", name(field, "cpu"), work, Work::getCpuFlops);
                flops(sheet, each, header + "GPU ", name(field, "gpu"), work, Work::getGpuFlops);
            }
        }
        sheet.number(header + "SUCCEEDED", name(field, "jobsSucceeded"), of(work, Work::getJobsSucceeded));
        sheet.number(header + "FAILED", name(field, "jobsFailed"), of(work, Work::getJobsFailed));
    }

    private static String name(String prefix, String field) {
        return prefix.isEmpty() ? field : prefix + field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    }

    private static <R> void hours(
            Sheet<R> sheet,
            String header,
            String field,
            Function<R, @Nullable Work> work,
            ToDoubleFunction<Work> seconds) {
        Function<R, @Nullable Number> exact = of(work, seconds::applyAsDouble);
        sheet.number(header, field, shown(exact, Numbers::hours), exact);
    }

    private static <R> void flops(
            Sheet<R> sheet,
            Unit unit,
            String header,
            String field,
            Function<R, @Nullable Work> work,
            ToDoubleFunction<Work> flops) {
        Function<R, @Nullable Number> exact = of(work, some -> unit.of(flops.applyAsDouble(some)));
        sheet.number(header + unit.header, field + unit.field, shown(exact, Numbers::large), exact);
    }

    private static <R> Function<R, @Nullable Number> of(
            Function<R, @Nullable Work> work, Function<Work, Number> quantity) {
        return row -> {
            Work some = work.apply(row);
            return some == null ? null : quantity.apply(some);
        };
    }

    private static <R> Function<R, @Nullable Object> shown(
            Function<R, @Nullable Number> number, Function<Double, String> text) {
        return row -> {
            Number value = number.apply(row);
            return value == null ? null : text.apply(value.doubleValue());
        };
    }
}
