import { PublicFrame } from "@/components/shell/public-frame";

export default function SignInLayout({ children }: LayoutProps<"/">) {
  return (
    <PublicFrame>
      <div className="mx-auto w-full max-w-sm">{children}</div>
    </PublicFrame>
  );
}
