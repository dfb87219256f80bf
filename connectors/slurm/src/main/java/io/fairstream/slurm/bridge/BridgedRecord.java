package io.fairstream.slurm.bridge;

import io.fairstream.slurm.jobcomp.JobcompRecord;

/** A record that could be read, with its bytes as Slurm wrote them, which nobody changes. */
final class BridgedRecord {
    private final byte[] json;
    private final JobcompRecord record;

    BridgedRecord(byte[] json, JobcompRecord record) {
        this.json = json;
        this.record = record;
    }

    byte[] json() {
        return json;
    }

    JobcompRecord record() {
        return record;
    }
}
