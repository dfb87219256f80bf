package io.fairstream.rules.assign;

/** What of a host a project can use. */
public enum Resource {
    CPU,
    GPU
}
