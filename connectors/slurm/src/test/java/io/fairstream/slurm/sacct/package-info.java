@NullMarked
package io.fairstream.slurm.sacct;

import org.jspecify.annotations.NullMarked;
