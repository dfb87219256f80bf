package io.fairstream.rules.share;

import io.fairstream.rules.AllocatedResources;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Charge of a job per second for all resources it holds: Slurm's {@code TRESBillingWeights}. The result is not truncated; Slurm displays
 * only its whole part.
 *
 * @param weights weights per unit by name of the resource in lower case; memory and burst buffers are in MiB. If empty, processors count
 * @param mode rule for combining the weighted amounts
 */
public record Billing(SortedMap<String, Double> weights, Mode mode) {
    /** Rule for combining weighted amounts. */
    public enum Mode {
        SUM,
        /** Maximum over the resources of nodes (cpu, mem, node, gres/...), plus the sum over the resources of the cluster. */
        MAX_TRES,
        /** Maximum over cpu, mem and node, plus the sum of all others. */
        MAX_TRES_GRES
    }

    private static final Set<String> HELD = Set.of("cpu", "node", "mem", "gpu", "billing");
    private static final Set<String> KINDS = Set.of("gres", "license", "bb");
    private static final String UNITS = "KMGTP";
    private static final double STEP = 1024;

    /** Maximum weight, so that no weighted amount overflows. */
    private static final double MAX = 1e15;

    public Billing {
        weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
    }

    public Billing(Map<String, Double> weights, Mode mode) {
        this(new TreeMap<>(weights), mode);
    }

    /**
     * Parses weights in the format of Slurm's configuration: {@code CPU=1.0,Mem=0.25G,GRES/gpu=2.0}. A weight of memory or of a burst
     * buffer may have a unit, K, M, G, T or P; without one it is per MiB.
     *
     * @throws IllegalArgumentException with the value and the expected value
     */
    public static Billing of(String weights, Mode mode) {
        SortedMap<String, Double> byName = new TreeMap<>();
        for (String item : weights.isBlank() ? new String[0] : weights.split(",", -1)) {
            int equals = item.indexOf('=');
            String name = item.substring(0, Math.max(0, equals)).trim().toLowerCase(Locale.ROOT);
            if (name.isEmpty() || byName.containsKey(name)) {
                throw impossible(item, "NAME=WEIGHT, each name once");
            }
            byName.put(name, weight(name, item, item.substring(equals + 1).trim()));
        }
        return new Billing(byName, mode);
    }

    private static double weight(String name, String item, String text) {
        int unit = text.isEmpty() ? -1 : UNITS.indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
        if (unit >= 0 && !AllocatedResources.Tres.isMemory(name)) {
            throw impossible(item, "a unit for memory and burst buffers only");
        }
        String digits = unit < 0 ? text : text.substring(0, text.length() - 1);
        if (!digits.matches("[0-9]*\\.?[0-9]+")) {
            throw impossible(item, "a weight of 0 or more");
        }
        double number = Double.parseDouble(digits);
        double weight = unit < 0 ? number : number / Math.pow(STEP, unit - UNITS.indexOf('M'));
        if (weight > MAX) {
            throw impossible(item, "a weight of 0 to " + MAX);
        }
        return weight;
    }

    private static IllegalArgumentException impossible(String item, String expected) {
        return new IllegalArgumentException("weights: \"" + item + "\" (expected: " + expected + ")");
    }

    /** Names of weights that job events never report, so that the weights would have no effect. */
    public Set<String> unknown() {
        Set<String> unknown = new TreeSet<>(weights.keySet());
        unknown.removeIf(name -> HELD.contains(name) || KINDS.contains(name.replaceFirst("/.*", "")));
        return unknown;
    }

    private void pairs(String prefix, List<String> pairs) {
        weights.forEach((name, weight) -> pairs.add(prefix + Tariff.pair("weight", name, weight)));
        pairs.add(prefix + "mode=" + mode.name());
    }

    /** Computes the charge per second for the resources of a job, in billing units. */
    public double perSecond(AllocatedResources held) {
        if (weights.isEmpty()) {
            return held.processors();
        }
        double cpu = weight("cpu") * held.processors();
        double node = weight("node") * held.nodesCounted();
        double memory = weight("mem") * held.memoryMiB();
        double gpu = (weight("gpu") + weight("gres/gpu")) * held.gpus();
        double largest = Math.max(Math.max(cpu, node), memory);
        double sum = 0;
        for (Map.Entry<String, Long> otherTres : held.otherTres().amounts().entrySet()) {
            String name = otherTres.getKey().toLowerCase(Locale.ROOT);
            double amount = weight(name) * otherTres.getValue();
            if (mode == Mode.MAX_TRES && name.startsWith("gres/")) {
                largest = Math.max(largest, amount);
            } else {
                sum += amount;
            }
        }
        return switch (mode) {
            case SUM -> cpu + node + memory + gpu + sum;
            case MAX_TRES -> Math.max(largest, gpu) + sum;
            case MAX_TRES_GRES -> largest + gpu + sum;
        };
    }

    private double weight(String name) {
        Double weight = weights.get(name);
        return weight == null ? 0 : weight;
    }

    /**
     * Charge of a job per second: by the weights of its partition, multiplied by the factor of its quality of service.
     *
     * <pre>
     *   charge = weights(partition)(held) · UsageFactor(qos)
     * </pre>
     *
     * Source: Slurm's {@code TRESBillingWeights} of a partition and {@code UsageFactor} of a QOS, which it applies to the usage of the
     * association and of all accounts above it. Its flag {@code NoDecay} only disables the decay of the QOS's own usage, which is used for
     * limits. The usage of the association decays anyway, so the flag is not modelled here.
     *
     * @param standard weights of partitions without their own
     * @param qosFactors factors by quality of service, 0 or more; 1 if missing
     */
    public record Tariff(
            Billing standard, SortedMap<String, Billing> byPartition, SortedMap<String, Double> qosFactors) {
        private static final Pattern RESERVED = Pattern.compile("[%\\[\\];=]");

        public Tariff {
            byPartition = Collections.unmodifiableSortedMap(new TreeMap<>(byPartition));
            qosFactors = Collections.unmodifiableSortedMap(new TreeMap<>(qosFactors));
        }

        public Tariff(Billing standard, Map<String, Billing> byPartition, Map<String, Double> qosFactors) {
            this(standard, new TreeMap<>(byPartition), new TreeMap<>(qosFactors));
        }

        /** Creates a tariff with the same weights for all partitions. */
        public static Tariff of(Billing standard) {
            return new Tariff(standard, Map.of(), Map.of());
        }

        /** Computes the charge per second for the resources of a job, in billing units. */
        public double perSecond(AllocatedResources held) {
            double weighted =
                    byPartition.getOrDefault(held.partition(), standard).perSecond(held);
            return qosFactors.isEmpty() ? weighted : weighted * qosFactors.getOrDefault(held.qos(), 1.0);
        }

        /**
         * Canonical text, equal for equal tariffs and for no others: pairs such as {@code weight[cpu]=1.0; mode=SUM; partition[gpu]
         * weight[gres/gpu]=2.0; partition[gpu] mode=SUM; qos[urgent]=3.0}. Names are sorted; their characters {@code % [ ] ; =} are
         * percent-encoded. Numbers are in the form of {@link Double#toString}.
         */
        public String text() {
            List<String> pairs = new ArrayList<>();
            standard.pairs("", pairs);
            byPartition.forEach((name, billing) -> billing.pairs("partition[" + encoded(name) + "] ", pairs));
            qosFactors.forEach((name, factor) -> pairs.add(pair("qos", name, factor)));
            return String.join("; ", pairs);
        }

        private static String pair(String kind, String name, double number) {
            return kind + "[" + encoded(name) + "]=" + Double.toString(number);
        }

        private static String encoded(String name) {
            return RESERVED.matcher(name)
                    .replaceAll(found -> String.format(
                            Locale.ROOT, "%%%02X", (int) found.group().charAt(0)));
        }
    }
}
