package io.fairstream.flux;

import io.fairstream.reading.BankTree.BankPath;
import io.fairstream.reading.MalformedException;
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
     * Returns the groups of a job. Flux has no groups of users; its accounting grants queues to a user in a bank, so
     * that the bank is used as the group.
     *
     * @param bank flux's name of it; empty for none
     */
    static List<String> groups(String bank) {
        return List.of(bank.isEmpty() ? "unknown-group" : bank);
    }

    /** Sets the bank and the fields derived from it. */
    static void setBank(JobEvent.Builder about, String bank) {
        about.setBank(BankPath.of(bank)).setGroups(groups(bank));
    }

    /** Returns the name, or the number if the name is unknown, like Flux. */
    static String user(String name, @Nullable Long number) {
        return name.isEmpty() && number != null ? number.toString() : name;
    }

    /** Returns minutes, rounded up; null for no limit. */
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
