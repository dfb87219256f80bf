package io.fairstream.nemesis;

/** Something that must hold. */
public record Check(String name, boolean holds, String detail) {
    @Override
    public String toString() {
        return String.format("%-5s  %-58s %s", holds ? "ok" : "WRONG", name, detail);
    }
}
