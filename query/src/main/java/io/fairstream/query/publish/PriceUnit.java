package io.fairstream.query.publish;

import io.fairstream.query.tables.ChargeFields;
import io.fairstream.schemas.HoldingChange;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Unit with a price: an allocated resource times its duration. */
enum PriceUnit {
    CPU_HOUR("cpu-hour", "CPU-Hours", 1),
    GPU_HOUR("gpu-hour", "GPU-Hours", 1),
    GIB_HOUR("gib-hour", "GiB-Hours", 1024),
    NODE_HOUR("node-hour", "Node-Hours", 1);

    private static final long MILLIS_PER_HOUR = 3_600_000;

    private final String word;
    private final String shown;
    private final long partsOfUnit;

    PriceUnit(String word, String shown, long partsOfUnit) {
        this.word = word;
        this.shown = shown;
        this.partsOfUnit = partsOfUnit;
    }

    /** Returns the name in price lists. */
    String word() {
        return word;
    }

    /** Returns the name in FOCUS. */
    String shown() {
        return shown;
    }

    /** Returns the allocated amount of the unit: processors, GPUs, MiB, nodes. */
    long amount(HoldingChange held) {
        return switch (this) {
            case CPU_HOUR -> held.getProcessors();
            case GPU_HOUR -> held.getGpus();
            case GIB_HOUR -> held.getMemoryMiB();
            case NODE_HOUR -> ChargeFields.allocated(held).nodesCounted();
        };
    }

    /** Returns amounts x milliseconds of one unit. */
    BigDecimal divisor() {
        return BigDecimal.valueOf(MILLIS_PER_HOUR * partsOfUnit);
    }

    static String words() {
        return Arrays.stream(values()).map(PriceUnit::word).collect(Collectors.joining(", "));
    }
}
