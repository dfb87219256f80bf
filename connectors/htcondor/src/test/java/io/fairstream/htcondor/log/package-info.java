@NullMarked
package io.fairstream.htcondor.log;

import org.jspecify.annotations.NullMarked;
