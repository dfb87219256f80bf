package io.fairstream.cli.tables;

import io.fairstream.rules.share.Billing;
import io.fairstream.schemas.HoldingChange;
import io.fairstream.streams.config.Settings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;

/** What a job uses of what it holds, as {@code usage.weights} has it. */
public record HoldingWeights(Billing billing) {
    private static final int DECIMALS = 5;
    private static final double MILLIS = 1e3;

    /** Node-seconds for each second. */
    public double perSecond(HoldingChange held) {
        return billing.perSecond(Map.of(
                "node", (double) nodes(held),
                "cpu", (double) held.getProcessors(),
                "gpu", (double) held.getGpus(),
                "gres/gpu", (double) held.getGpus(),
                "mem", (double) held.getMemoryMiB()));
    }

    /** Node-seconds from when it began to when it ceased to hold this, to hundred-thousandths as flux rounds. */
    public BigDecimal nodeSeconds(HoldingChange held) {
        double seconds = Duration.between(held.getSince(), held.getAt()).toMillis() / MILLIS;
        return new BigDecimal(perSecond(held) * seconds).setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }

    /** Of a job that never said how many nodes it has, its processors. */
    public static int nodes(HoldingChange held) {
        Integer nodes = held.getNodes();
        return nodes == null ? held.getProcessors() : nodes;
    }

    public static HoldingWeights of(Settings settings) {
        return new HoldingWeights(new Billing(Map.of("node", 1.0), Billing.Mode.SUM));
    }
}
