package io.fairstream.rules.share;

import io.fairstream.rules.Held;
import java.util.Map;
import java.util.TreeMap;

/**
 * Charge of a job per second: by the weights of its partition, times the factor of its quality of service.
 *
 * <pre>
 *   charge = weights(partition)(held) · UsageFactor(qos)
 * </pre>
 *
 * Source: Slurm's {@code TRESBillingWeights} of a partition and {@code UsageFactor} of a QOS, which it applies to the usage of the
 * association and of all accounts around it. Its flag {@code NoDecay} keeps the usage of the QOS itself from fading, which limits
 * look at; the association's fades all the same, so that it has no place here.
 *
 * @param standard of partitions that have none of their own
 * @param byPartition by the partition's name
 * @param qosFactors by the name of the quality of service, 0 or more; 1 for those that are not named
 */
public record Tariff(Billing standard, Map<String, Billing> byPartition, Map<String, Double> qosFactors) {
    public Tariff {
        byPartition = Map.copyOf(byPartition);
        qosFactors = Map.copyOf(qosFactors);
    }

    /** The same for all. */
    public static Tariff of(Billing standard) {
        return new Tariff(standard, Map.of(), Map.of());
    }

    /** The charge for each second of what a job holds, in billing units. */
    public double perSecond(Held held) {
        double weighted = byPartition.getOrDefault(held.partition(), standard).perSecond(held);
        return qosFactors.isEmpty() ? weighted : weighted * qosFactors.getOrDefault(held.qos(), 1.0);
    }

    /** The same for the same tariff. */
    public String text() {
        Map<String, String> partitions = new TreeMap<>();
        byPartition.forEach((name, billing) -> partitions.put(name, billing.text()));
        return standard.text()
                + (partitions.isEmpty() ? "" : "; partitions " + partitions)
                + (qosFactors.isEmpty() ? "" : "; QOS " + new TreeMap<>(qosFactors));
    }
}
