package io.fairstream.query.explain;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Future priorities of a customer as a table: if use stays constant, if it stops, and if it follows the plan. */
record FactorProjection(Outlook outlook, Factor factor) {

    /** Returns the priorities at these times. */
    Report<Duration> report(List<Duration> times) {
        return report(times, Plan.NONE);
    }

    /** Returns the priorities at the requested times. */
    Report<Duration> report(Projection ahead) {
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
                .add("inSeconds", Format.ELAPSED, FactorProjection::seconds)
                .time("at", outlook.at()::plus);
        cases.forEach((name, real) -> columns.number(name, real::applyAsDouble));
        cases.forEach((name, real) -> effective("effectiveI" + name.substring(1), real, columns));
        return columns.report(times);
    }

    private static Number seconds(Duration time) {
        return time.toMillisPart() == 0 ? (Number) time.toSeconds() : (Number) (time.toMillis() / 1e3);
    }

    /** Adds the effective priority with the factor in force then; people see it only if it differs. */
    private void effective(String name, ToDoubleFunction<Duration> real, Columns<Duration> to) {
        to.number(
                name, time -> real.applyAsDouble(time) * factor.at(outlook.at().plus(time)));
        if (factor.value() == 1 && factor.then() == null) {
            to.unshown();
        }
    }
}
