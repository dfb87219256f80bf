package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing.Tariff;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Terms for tests, and closed forms of what was used under them. */
final class Used {
    static final double HALF_LIFE = 100;

    private Used() {}

    /** Periods of 100 s since 1970, of which 20 count. */
    static UsageTerms terms(Billing weights) {
        Duration halfLife = Duration.ofSeconds((long) HALF_LIFE);
        return new UsageTerms(
                new HalfLife(HALF_LIFE),
                UsagePeriods.of(0, halfLife, Duration.ofSeconds(2000), 0.5),
                Tariff.of(weights));
    }

    /**
     * Returns the smooth usage of a weight in use from a until b (or T if earlier), at T: {@code w·h/ln2·(2^(-(T-b)/h) - 2^(-(T-a)/h))}.
     */
    static double smooth(double weight, double from, double to, double at, double halfLife) {
        double left = Math.pow(2, (Math.min(to, at) - at) / halfLife) - Math.pow(2, (from - at) / halfLife);
        return weight * halfLife / Math.log(2) * left;
    }

    /** Returns the use of each user in a bank in each period, node-seconds: {@code root/a/alice 0:40 1:20, UNKNOWN/bob 3:7.5}. */
    static String finished(AssociationPipeline books) {
        SortedMap<String, String> finished = new TreeMap<>();
        books.accounts().forEach((path, account) -> {
            if (!account.own().periods().isEmpty()) {
                finished.put(path, periods(account.own().periods()));
            }
        });
        return finished.entrySet().stream()
                .map(one -> one.getKey() + " " + one.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String periods(Map<Long, Long> periods) {
        return periods.entrySet().stream()
                .map(period -> period.getKey() + ":" + number(period.getValue() / UsageTerms.UNITS))
                .collect(Collectors.joining(" "));
    }

    private static String number(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
