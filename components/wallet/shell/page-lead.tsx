/** What a wallet page is for, and on what terms. */
export function PageLead({ lead, conditions }: { lead: string; conditions?: string }) {
  return (
    <div className="grid gap-3">
      <p className="measure text-lg text-balance">{lead}</p>
      {conditions ? <p className="measure text-sm text-balance text-muted">{conditions}</p> : null}
    </div>
  );
}
