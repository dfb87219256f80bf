package io.fairstream.sonar;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Slurm's trackable resources as text, such as {@code cpu=12,mem=48G,node=1,gres/gpu=2}; null is not told.
 *
 * @param memoryMiB of all nodes together
 */
record Resources(
        @Nullable Integer cpus,
        @Nullable Integer nodes,
        @Nullable Long memoryMiB,
        @Nullable Integer gpus) {
    private static final Pattern MEMORY = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?)([KMGTP]?)");
    private static final String UNITS = "KMGTP";
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

    static Resources parse(String text) {
        Map<String, String> amounts = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int sign = part.indexOf('=');
            if (sign > 0) {
                amounts.put(part.substring(0, sign), part.substring(sign + 1));
            }
        }
        return new Resources(
                whole(amounts.get("cpu")),
                whole(amounts.get("node")),
                mebibytes(amounts.getOrDefault("mem", "")),
                whole(amounts.get("gres/gpu")));
    }

    private static @Nullable Integer whole(@Nullable String text) {
        return text == null || !text.matches("\\d{1,9}") ? null : Integer.valueOf(text);
    }

    /** Rounded up; no unit is MiB. */
    private static @Nullable Long mebibytes(String text) {
        Matcher matcher = MEMORY.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        BigDecimal kibi = new BigDecimal(matcher.group(1))
                .multiply(KIBI.pow(matcher.group(2).isEmpty() ? 1 : UNITS.indexOf(matcher.group(2))));
        BigDecimal mebi = kibi.divide(KIBI, 0, RoundingMode.CEILING);
        return mebi.toBigInteger().bitLength() > 62 ? null : (Long) mebi.longValue();
    }
}
