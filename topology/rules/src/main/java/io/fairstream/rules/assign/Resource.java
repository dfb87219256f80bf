package io.fairstream.rules.assign;

/** Resource of a host that a project can use. */
public enum Resource {
    CPU,
    GPU
}
