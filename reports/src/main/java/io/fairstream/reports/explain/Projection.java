package io.fairstream.reports.explain;

import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Format;
import io.fairstream.reports.columns.Report;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A customer's priorities of the time to come as a table: if use stays as it is, if it stops, and if it goes as planned. */
record Projection(Outlook outlook, Factor factor) {

    /** At these times. */
    Report<Duration> report(List<Duration> times) {
        return report(times, Plan.NONE);
    }

    /** As it is asked for. */
    Report<Duration> report(Ahead ahead) {
        return report(ahead.times(), ahead.plan()).as("projection");
    }

    private Report<Duration> report(List<Duration> times, Plan plan) {
        Map<String, ToDoubleFunction<Duration>> cases = new LinkedHashMap<>();
        cases.put("ifUseStays", outlook::ifStays);
        cases.put("ifUseStops", outlook::ifStops);
        if (plan.isAnything()) {
            cases.put("ifSubmitted", time -> outlook.ifPlanned(plan, time));
        }
        Columns<Duration> columns = new Columns<Duration>()
                .add("inSeconds", Format.ELAPSED, Projection::seconds)
                .time("at", outlook.at()::plus);
        cases.forEach((name, real) -> columns.number(name, real::applyAsDouble));
        cases.forEach((name, real) -> effective("effectiveI" + name.substring(1), real, columns));
        return columns.report(times);
    }

    private static Number seconds(Duration time) {
        return time.toMillisPart() == 0 ? (Number) time.toSeconds() : (Number) (time.toMillis() / 1e3);
    }

    /** With the factor in force then; for people only where it is another number. */
    private void effective(String name, ToDoubleFunction<Duration> real, Columns<Duration> to) {
        to.number(
                name, time -> real.applyAsDouble(time) * factor.at(outlook.at().plus(time)));
        if (factor.value() == 1 && factor.then() == null) {
            to.unshown();
        }
    }
}
