@NullMarked
package io.fairstream.slurm.bridge;

import org.jspecify.annotations.NullMarked;
