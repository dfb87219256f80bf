package io.fairstream.slurm;

/** A parsed record with its original bytes from Slurm, which are immutable. */
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
