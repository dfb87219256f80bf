package io.fairstream.reading;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Trackable resources (TRES) as text, such as {@code cpu=12,mem=48000M,node=1,gres/gpu:a100=2,gres/gpu=2}.
 *
 * @param cpus null if unknown
 * @param nodes null if unknown
 * @param memoryMiB of all nodes together; null if unknown
 * @param gpus of any type; null if unknown
 */
public record Resources(
        @Nullable Integer cpus,
        @Nullable Integer nodes,
        @Nullable Long memoryMiB,
        @Nullable Integer gpus) {
    private static final Pattern ENERGY = Pattern.compile("(?:^|,)energy=(\\d{1,18})(?:,|$)");
    /** A petajoule; larger numbers are Slurm's markers for unknown. */
    private static final long MAX_JOULES = 1_000_000_000_000_000L;

    private static final long MILLIS_OF_JOULE = 1000;

    public static final Resources UNKNOWN = new Resources(null, null, null, null);

    private static final String GPU = "gres/gpu";

    /** Parses the text; resources without a number are unknown. */
    public static Resources parse(String text) {
        if (text.isEmpty()) {
            return UNKNOWN;
        }
        Map<String, String> amounts = new HashMap<>();
        for (String part : text.split(",", -1)) {
            int sign = part.indexOf('=');
            if (sign > 0) {
                amounts.put(part.substring(0, sign), part.substring(sign + 1));
            }
        }
        var memory = Memory.mebibytes(amounts.getOrDefault("mem", ""), 1, 1);
        return new Resources(
                whole(amounts.get("cpu")),
                whole(amounts.get("node")),
                memory.isPresent() ? memory.getAsLong() : null,
                gpus(amounts));
    }

    /** Returns these resources, with unknown values from others. */
    public Resources or(Resources others) {
        return new Resources(
                cpus == null ? others.cpus : cpus,
                nodes == null ? others.nodes : nodes,
                memoryMiB == null ? others.memoryMiB : memoryMiB,
                gpus == null ? others.gpus : gpus);
    }

    /** Returns the number of GPUs of any type; some releases report only the types without their sum. */
    private static @Nullable Integer gpus(Map<String, String> amounts) {
        Integer all = whole(amounts.get(GPU));
        if (all != null) {
            return all;
        }
        long sum = 0;
        boolean reported = false;
        for (Map.Entry<String, String> amount : amounts.entrySet()) {
            Integer ofType = amount.getKey().startsWith(GPU + ":") ? whole(amount.getValue()) : null;
            if (ofType != null) {
                sum += ofType;
                reported = true;
            }
        }
        return reported && sum <= Integer.MAX_VALUE ? (Integer) (int) sum : null;
    }

    private static @Nullable Integer whole(@Nullable String text) {
        Count count = text == null ? null : Count.parse(text);
        return count == null || count.isRounded() || count.number() > Integer.MAX_VALUE
                ? null
                : (Integer) (int) count.number();
    }

    /** Returns millijoules of a number of joules; null if it is invalid or impossible. */
    public static @Nullable Long millijoules(String joules) {
        if (!joules.matches("\\d{1,18}")) {
            return null;
        }
        long number = Long.parseLong(joules);
        return number > MAX_JOULES ? null : (Long) (number * MILLIS_OF_JOULE);
    }

    /** Returns millijoules from trackable resources such as {@code cpu=4,energy=1200,node=1}; null if unknown. */
    public static @Nullable Long energy(String tres) {
        Matcher energy = ENERGY.matcher(tres);
        return energy.find() ? millijoules(energy.group(1)) : null;
    }
}
