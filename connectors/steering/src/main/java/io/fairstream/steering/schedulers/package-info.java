/** The schedulers that are steered: HTCondor, Slurm, flux, Kueue and KAI, and the command lines of their own tools. */
@NullMarked
package io.fairstream.steering.schedulers;

import org.jspecify.annotations.NullMarked;
