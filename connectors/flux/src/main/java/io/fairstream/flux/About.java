package io.fairstream.flux;

import io.fairstream.reading.MalformedException;
import io.fairstream.schemas.BankTree.BankPath;
import io.fairstream.schemas.JobEvent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Job fields common to listings and eventlogs, in the terms of job events. */
final class About {
    private static final BigDecimal MINUTE = BigDecimal.valueOf(60);

    private About() {}

    /**
     * Flux knows no groups of users. Its accounting opens queues to a user in a bank, so that the bank stands for the group.
     *
     * @param bank as Flux calls it; empty for none
     */
    static List<String> groups(String bank) {
        return List.of(bank.isEmpty() ? "unknown-group" : bank);
    }

    /** The bank and what follows from it. */
    static void setBank(JobEvent.Builder about, String bank) {
        about.setBank(BankPath.of(bank)).setGroups(groups(bank));
    }

    /** A name, or the number where the name is not known, as Flux prints it. */
    static String user(String name, @Nullable Long number) {
        return name.isEmpty() && number != null ? number.toString() : name;
    }

    /** Minutes begun; null for no limit. */
    static @Nullable Long minutes(@Nullable BigDecimal seconds) {
        return seconds == null
                ? null
                : (Long) seconds.divide(MINUTE, 0, RoundingMode.CEILING).longValueExact();
    }

    static void setResources(JobEvent.Builder about, ResourceSet resources) throws MalformedException {
        about.setNodes(resources.nodes())
                .setProcessors(resources.cores())
                .setGpus(resources.gpus())
                .setNodeList(resources.nodeList());
    }
}
